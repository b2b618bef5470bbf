# Completion for fish, loaded when it is first needed.
outnumber completion fish | source
