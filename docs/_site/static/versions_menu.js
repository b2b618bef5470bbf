// Fill the version menu from `versions.js`, which the site keeps one folder above each version. The menu stays hidden
// where only one version is installed, such as in a local build.
addEventListener("DOMContentLoaded", () => {
  const menu = document.getElementById("version");
  const versions = globalThis.OUTNUMBER_VERSIONS ?? [];
  if (!menu || versions.length < 2) return;
  for (const version of versions) menu.add(new Option(version, version, false, version === menu.dataset.current));
  menu.addEventListener("change", () => {
    location.href = `${menu.dataset.root}../${menu.value}/index.html`;
  });
  menu.closest(".versions").hidden = false;
});
