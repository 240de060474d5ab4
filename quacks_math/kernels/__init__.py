"""How one text of a rule serves interpreter and compiler: compiling, borrowed views, streams of chance."""
