// Open an example position below its text; without scripts, the link leads to it.
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest(".playable a") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  for (const open of document.querySelectorAll(".playable iframe")) open.remove();
  const frame = document.createElement("iframe");
  frame.title = "Outnumber";
  frame.src = link.href;
  link.parentElement.append(frame);
  frame.focus();
});
