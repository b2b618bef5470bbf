// In 404.html: the address is that of a page which is not a file, so the shell shows it.

{
  const base = document.currentScript?.dataset.base ?? "/";
  location.replace(`${base}#/${location.href.slice(location.origin.length + base.length)}`);
}
