"""The parts of the command line: what a question may say, how it is read, how its answer is written."""
