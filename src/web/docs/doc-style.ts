/** The style of what stands in the frame of the site under /docs; colours are those of its theme. */
export const docStyle = `
.docs { overflow-wrap: anywhere; }
.docs p, .docs ul, .docs dl { margin-block: 0.75rem; }
.docs ul { padding-inline-start: 1.4em; }
.docs h2 { margin: 2.5rem 0 0.5rem; border-bottom: 1px solid var(--line); text-transform: capitalize; }
.docs h3 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
.docs nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
.docs details { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-small); margin: 0.5rem 0; padding: 0 0.75rem; }
.docs details[open] { padding-bottom: 0.75rem; }
.docs details:target { border-color: var(--accent); }
.docs summary { cursor: pointer; padding: 0.5rem 0; }
.docs summary span { margin-inline-start: 0.5rem; }
.docs summary b { display: inline-block; min-width: 4.5rem; font-family: ui-monospace, monospace; }
.docs .get { color: var(--good); }
.docs .post, .docs .put, .docs .patch { color: var(--warn); }
.docs .delete { color: var(--bad); }
.docs code, .docs pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
.docs pre { background: var(--paper); border: 1px solid var(--line); padding: 0.75rem; border-radius: var(--radius-small); overflow-x: auto; }
.docs .wide { overflow-x: auto; }
.docs table { border-collapse: collapse; width: 100%; font-size: 0.92em; }
.docs th, .docs td { text-align: start; vertical-align: top; padding: 0.3rem 0.6rem 0.3rem 0; border-bottom: 1px solid var(--line); font-weight: normal; overflow-wrap: break-word; }
.docs thead th { font-weight: 600; }
.docs button, .docs input, .docs select, .docs textarea { font: inherit; max-width: 100%; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius-small); padding: 0.35rem 0.5rem; }
.docs button { cursor: pointer; padding: 0.35rem 0.9rem; }
.docs textarea, .docs .fields input, .docs .fields select { display: block; width: 100%; margin-top: 0.2rem; }
.docs textarea { font-family: ui-monospace, monospace; font-size: 0.9em; }
.docs .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 0.5rem 1rem; margin-bottom: 0.75rem; }
.docs form [role=status] { margin-inline-start: 0.75rem; }
.docs dt { font-weight: 600; }
.docs dd { margin: 0 0 0.5rem 1.5rem; }
`
