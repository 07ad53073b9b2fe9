/** The style of the pages under /docs, light and dark. */
export const docStyle = `
:root { color-scheme: light dark; --edge: light-dark(#d5d8de, #3a3f4a); --soft: light-dark(#f5f6f8, #1d2027); --link: light-dark(#1d4ed8, #93b4ff); }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: light-dark(#1c1f26, #e6e8ec); background: light-dark(#fff, #14161b); }
main { max-width: 64rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
a { color: var(--link); }
h1 { line-height: 1.2; }
h2 { margin: 2.5rem 0 0.5rem; border-bottom: 1px solid var(--edge); text-transform: capitalize; }
h3 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
details { border: 1px solid var(--edge); border-radius: 0.4rem; margin: 0.5rem 0; padding: 0 0.75rem; overflow-wrap: anywhere; }
details[open] { padding-bottom: 0.75rem; }
details:target { border-color: var(--link); }
summary { cursor: pointer; padding: 0.5rem 0; }
summary span { margin-left: 0.5rem; }
summary b { display: inline-block; min-width: 4.5rem; font-family: ui-monospace, monospace; }
.get { color: light-dark(#0b6b3a, #6ee7a8); }
.post, .put, .patch { color: light-dark(#8a4b00, #fbbf6b); }
.delete { color: light-dark(#a1121f, #ff9aa5); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { background: var(--soft); padding: 0.75rem; border-radius: 0.4rem; overflow-x: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.92em; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem 0.3rem 0; border-bottom: 1px solid var(--edge); font-weight: normal; overflow-wrap: break-word; }
thead th { font-weight: 600; }
button, input, select, textarea { font: inherit; box-sizing: border-box; max-width: 100%; color: inherit; background: light-dark(#fff, #1d2027); border: 1px solid light-dark(#767b86, #8a92a1); border-radius: 0.3rem; padding: 0.35rem 0.5rem; }
button { cursor: pointer; padding: 0.35rem 0.9rem; background: var(--soft); }
textarea, .fields input, .fields select { display: block; width: 100%; margin-top: 0.2rem; }
textarea { font-family: ui-monospace, monospace; font-size: 0.9em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 0.5rem 1rem; margin-bottom: 0.75rem; }
.notice { border-left: 4px solid var(--link); background: var(--soft); padding: 0.5rem 0.75rem; }
form [role=status] { margin-left: 0.75rem; }
[hidden] { display: none !important; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem 1.5rem; }
`
