"""From an answer to what is said: the headline, what a pot pays, the choices that wait."""
