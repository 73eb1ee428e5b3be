/** The style of the HTML format, for light and dark screens, phones and paper. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1f2933; --muted: #52606d; --page: #f5f7fa; --card: #fff; --line: #d9e2ec;
  --passed: #18794e; --failed: #c62a2f; --error: #8d5a00; --skipped: #52606d; }
@media (prefers-color-scheme: dark) { :root { --text: #e8edf2; --muted: #a3b1c0; --page: #11161c; --card: #1a2129;
  --line: #2f3a46; --passed: #4cc38a; --failed: #ff8b8b; --error: #f1b04c; --skipped: #a3b1c0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
header { display: flex; flex-wrap: wrap; gap: 2rem; align-items: center; }
header > div { flex: 1 1 20rem; min-width: 0; }
header.passed { --state: var(--passed); } header.warning { --state: var(--error); } header.failed { --state: var(--failed); }
h1 { margin: 0; font-size: 1.5rem; } h2 { display: inline; font-size: 1.15rem; } h3 { margin: 0; font-size: 1rem; }
.headline { margin: .25rem 0 1rem; color: var(--state); font-size: 1.15rem; font-weight: 600; }
.ring { width: 9rem; height: 9rem; flex: none; }
.ring circle { fill: none; stroke: var(--line); stroke-width: 8; }
.ring .value { stroke: var(--state); transform: rotate(-90deg); transform-origin: center; }
.ring text { fill: var(--text); font-size: 22px; font-weight: 700; text-anchor: middle; dominant-baseline: central; }
dl { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0; }
header dl div { min-width: 0; } dt { color: var(--muted); font-size: .85rem; } dd { margin: 0; overflow-wrap: anywhere; }
aside { border-left: 4px solid var(--error); background: var(--card); padding: .5rem 1rem; margin-bottom: 1rem; }
aside p { margin: 0; } pre { overflow-x: auto; margin: .5rem 0; font-size: .85rem; }
.steps, .shares, .rows { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem;
  margin-bottom: 1rem; }
.share { display: grid; grid-template-columns: 9rem 1fr 4rem; gap: 1rem; align-items: center; margin-top: .35rem; }
.share span:last-child { text-align: right; font-variant-numeric: tabular-nums; }
ol { margin: .5rem 0 0; padding-left: 1.5rem; } li { margin-top: .35rem; }
progress { width: 100%; height: .6rem; appearance: none; border: 0; border-radius: 1rem; overflow: hidden; background: var(--line); }
progress::-webkit-progress-bar { background: var(--line); } progress::-webkit-progress-value { background: var(--passed); }
progress::-moz-progress-bar { background: var(--passed); }
summary { cursor: pointer; } .count { color: var(--muted); font-weight: 400; }
.rows.failed h2 { color: var(--failed); } .rows:is(.error, .warning) h2 { color: var(--error); } .rows.passed h2 { color: var(--passed); }
article { border-top: 1px solid var(--line); padding: .75rem 0; margin-top: .75rem; }
article p { margin: .15rem 0; } article dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; }
article dd { white-space: pre-wrap; } code { font-size: .95em; } small { color: var(--muted); font-weight: 400; }
@media (max-width: 30rem) { .share { grid-template-columns: 6rem 1fr 3rem; } article dl { display: block; } }
@media print { body { background: #fff; } details:not([open]) > *:not(summary) { display: none; } }
`
