/** The look of the fleet's page: colours and measures are those of the dashboard. */
export const PAGE_STYLE = `
:root { color-scheme: dark light; --back: #0b0d12; --card: #11141b; --raised: #191d26; --line: #262c38; --strong: #3a4252;
  --text: #f1f3f8; --soft: #b3bbca; --faint: #8a93a6; --accent: #8ea2ff; --button: #4e63e8; --focus: #a9b8ff;
  --live: #43d692; --warn: #ffa24d; --bad: #ff7a7a; --bad-soft: #321a1d; --warn-soft: #2e2013; }
@media (prefers-color-scheme: light) {
  :root { --back: #f4f5f8; --card: #fff; --raised: #eef0f4; --line: #dde1e8; --strong: #b9c0cd;
    --text: #14171f; --soft: #464e5e; --faint: #626b7c; --accent: #3c50d8; --button: #4357e0; --focus: #3c50d8;
    --live: #0a7548; --warn: #97500a; --bad: #c02637; --bad-soft: #ffe5e6; --warn-soft: #ffeedb; }
}
* { box-sizing: border-box; margin: 0; }
[hidden] { display: none !important; }
html { scroll-padding-top: 16px; }
body { background: var(--back); color: var(--text); font: 14px/20px Pretendard, "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", "Noto Sans CJK KR", system-ui, "Segoe UI", sans-serif;
  font-variant-numeric: tabular-nums; word-break: keep-all; overflow-wrap: anywhere; }
.page, main { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
.page { max-width: 1600px; margin: 0 auto; padding: 20px 24px 48px; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; }
h1 small { color: var(--soft); font-size: 14px; font-weight: 400; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-inline-start: auto; }
a { color: var(--accent); text-underline-offset: 3px; }
.totals { display: grid; grid-template-columns: repeat(6, 1fr); border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.totals div { padding: 12px 16px; border-inline-start: 1px solid var(--line); display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.totals div:first-child { border: 0; }
dt { color: var(--soft); font-size: 12px; line-height: 16px; }
dd { font-size: 20px; line-height: 28px; font-weight: 600; }
dd.warn { color: var(--warn); }
dd.bad { color: var(--bad); }
#trouble { padding: 8px 16px; border: 1px solid var(--bad); border-radius: 8px; background: var(--bad-soft); }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; }
input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--strong); border-radius: 6px; padding: 7px 12px; min-width: 0; }
#filter { width: 260px; }
#shown { color: var(--soft); }
.tools p { color: var(--soft); }
#told.ok { color: var(--live); }
#told.bad { color: var(--bad); }
button { font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 3px 10px; cursor: pointer; white-space: nowrap; }
button:hover { border-color: var(--strong); }
button[aria-disabled] { opacity: .55; cursor: default; }
button.main { background: var(--button); border-color: var(--button); color: #fff; padding: 7px 14px; font-weight: 500; }
button.remove { background: none; border-color: transparent; color: var(--soft); }
button.remove:hover { color: var(--bad); border-color: var(--line); }
button.sure { background: var(--bad-soft); border-color: var(--bad); padding: 7px 14px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.lists { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow: clip; align-self: start; }
h2 { font-size: 14px; line-height: 20px; font-weight: 600; padding: 12px 16px; }
.none { padding: 0 16px 16px; color: var(--soft); }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: 6px 8px; text-align: start; font-weight: 400; border-top: 1px solid var(--line); vertical-align: baseline;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
th:first-child, td:first-child { padding-inline-start: 16px; }
th:last-child, td:last-child { padding-inline-end: 16px; }
thead th { color: var(--faint); font-size: 12px; line-height: 16px; }
tbody th { font-weight: 500; }
td { color: var(--soft); }
td.acts { text-align: end; overflow: visible; }
.acts button + button { margin-inline-start: 4px; }
#channels-rows td:nth-child(2), #hosts-rows td:nth-child(2) { color: var(--text); }
#channels-rows td:nth-child(2)::before, #hosts-rows td:nth-child(2)::before { content: ""; display: inline-block; width: 8px; height: 8px; margin-inline-end: 8px; border-radius: 50%; background: var(--live); }
#channels-rows .warn td:nth-child(2)::before { background: var(--warn); border-radius: 2px; }
#channels-rows .bad td:nth-child(2)::before, #hosts-rows .bad td:nth-child(2)::before { background: var(--bad); border-radius: 0; }
#channels-rows .off td:nth-child(2)::before { background: none; border: 2px solid var(--faint); }
#channels-rows .bad, #hosts-rows .bad { background: var(--bad-soft); }
#channels-rows .warn { background: var(--warn-soft); }
#channels-rows .off th { color: var(--soft); }
.old .lists, .old .totals { opacity: .55; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
dialog { width: min(480px, calc(100vw - 32px)); margin: auto; padding: 24px; background: var(--card); color: var(--text); border: 1px solid var(--strong); border-radius: 12px; }
dialog::backdrop { background: rgb(0 0 0 / .6); }
dialog h2 { padding: 0 0 8px; font-size: 16px; line-height: 24px; }
dialog p { color: var(--soft); margin-bottom: 12px; }
dialog input { width: 100%; margin-bottom: 12px; }
.answers { display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; align-items: center; }
.answers button { padding: 7px 14px; }
.answers span { margin-inline-end: auto; color: var(--soft); }
@media (min-width: 1240px) {
  .lists { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
  .side { display: grid; gap: 16px; align-content: start; }
  nav { display: none; }
}
@media (min-width: 641px) {
  #channels-table th:nth-child(1) { width: 19%; }
  #channels-table th:nth-child(2) { width: 17%; }
  #channels-table th:nth-child(4) { width: 9%; }
  #channels-table th:nth-child(5) { width: 11%; }
  #channels-table th:nth-child(6) { width: 178px; }
  #hosts-table th:nth-child(1) { width: 36%; }
  #hosts-table th:nth-child(2) { width: 34%; }
  #moves-table th:nth-child(1), #gaps-table th:nth-child(1) { width: 18%; }
  #moves-table th:nth-child(2), #gaps-table th:nth-child(2) { width: 21%; }
  #gaps-table th:nth-child(3) { width: 12%; }
}
@media (max-width: 1239px) { .side { display: contents; } }
@media (max-width: 640px) {
  .page { padding: 16px 12px 32px; }
  .totals { grid-template-columns: repeat(3, 1fr); }
  .totals div { padding: 8px 12px; border: 0; }
  nav { margin: 0; width: 100%; }
  #filter { flex: 1 1 100%; }
  h2 { padding: 12px; }
  .none { padding: 0 12px 12px; }
  thead { position: absolute; clip-path: inset(50%); }
  table, tbody { display: block; }
  tbody tr { display: grid; grid-template-columns: 1fr auto; gap: 0 12px; padding: 10px 12px; border-top: 1px solid var(--line); }
  tbody th, tbody td { border: 0; padding: 0 !important; font-size: 12px; line-height: 18px; }
  tbody th, tbody td:nth-child(2) { font-size: 14px; line-height: 20px; }
  tbody td.acts { grid-column: 2; grid-row: 2 / span 3; align-self: end; }
  tbody td:not(.acts):nth-child(n + 3)::before { content: attr(data-label) " "; color: var(--faint); }
  #moves-rows td:nth-child(2), #gaps-rows td:nth-child(2) { order: -1; color: var(--text); }
  #moves-rows th, #gaps-rows th { color: var(--soft); font-weight: 400; font-size: 12px; }
  #moves-rows td:nth-child(n + 3), #gaps-rows td:nth-child(n + 3) { grid-column: 1 / -1; }
  #gaps-rows td { white-space: normal; }
}
@media (prefers-reduced-motion: no-preference) { button { transition: border-color .12s, color .12s; } }
`;
