/** The style sheet of the authorization page. Light and dark, no outside files. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #f3f2f7; --card: #ffffff; --line: #dcdae6;
  --text: #1c1a26; --soft: #5d596e; --accent: #5b3fd6; --on-accent: #ffffff; --tint: #eeeafc; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #121017; --card: #1c1924; --line: #373244; --text: #f3f1f8; --soft: #aaa4bb;
    --accent: #a996ff; --on-accent: #17122b; --tint: #2a2440; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--ground); color: var(--text);
  font: 15px/1.5 Pretendard, "Apple SD Gothic Neo", "Noto Sans KR", system-ui, sans-serif; }
main { width: 100%; max-width: 440px; background: var(--card); border: 1px solid var(--line);
  border-radius: 16px; overflow: hidden; }
.ribbon { padding: 8px 28px; background: var(--tint); color: var(--soft); font-size: 13px;
  font-weight: 600; border-bottom: 1px solid var(--line); }
.body { padding: 24px 28px 28px; }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.35; overflow-wrap: anywhere; }
p { margin: 0 0 16px; color: var(--soft); }
ul { list-style: none; margin: 0 0 20px; padding: 0; }
.scopes { border: 1px solid var(--line); border-radius: 10px; padding: 4px 16px; }
.scopes li { display: flex; justify-content: space-between; gap: 16px; padding: 7px 0; }
.scopes li + li { border-top: 1px solid var(--line); }
code { font: 12px/1.75 ui-monospace, Menlo, Consolas, monospace; color: var(--soft);
  overflow-wrap: anywhere; }
.who { display: flex; align-items: center; gap: 12px; margin: 0 0 20px; padding: 12px 16px;
  border-radius: 10px; background: var(--tint); }
.who div { flex: 1; min-width: 0; }
small { display: block; color: var(--soft); font-size: 13px; }
.face { flex: none; width: 36px; height: 36px; border-radius: 50%; display: grid;
  place-items: center; overflow: hidden; background: var(--accent); color: var(--on-accent);
  font-weight: 700; }
.face:has(img) { background: none; }
.face img { width: 100%; height: 100%; }
button { font: inherit; font-weight: 600; color: inherit; cursor: pointer; border-radius: 10px;
  border: 1px solid var(--line); background: transparent; padding: 10px 16px; }
button:hover { border-color: var(--accent); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.account { display: flex; align-items: center; gap: 12px; width: 100%; margin: 0 0 8px;
  text-align: start; }
.account strong, .who strong { display: block; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
.account span + span { min-width: 0; }
.actions { display: flex; gap: 8px; margin-bottom: 20px; }
.actions button { flex: 1; }
.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.plain { padding: 6px 10px; font-size: 13px; }
@media (max-width: 520px) {
  .body { padding: 20px 20px 24px; }
  .ribbon { padding: 8px 20px; }
  .scopes li { display: block; }
  .scopes code { display: block; }
  .actions { flex-direction: column-reverse; }
}
`;
