# Completion for bash, loaded by bash-completion when it is first needed.
eval "$(outnumber completion bash)"
