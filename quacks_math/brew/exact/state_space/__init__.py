"""Which states a brew has and how they are numbered."""
