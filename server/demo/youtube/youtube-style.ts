export const studioStyle = `:root {
  --ink: #14151a; --ink-2: #565a66; --line: #e6e8ec; --line-strong: #8d929e; --ground: #f7f8fa; --card: #fff;
  --primary: #5b5bd6; --tint: #eeeefb; --good: #0b7a4b; --warn: #7a4b00; --warn-ground: #fef6e6;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f2f3f5; --ink-2: #b7bbc5; --line: #30323a; --line-strong: #737885; --ground: #131418; --card: #1b1c22;
    --primary: #9494e4; --tint: #2a2a4d; --good: #4cc38a; --warn: #f5c669; --warn-ground: #332b1c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink); word-break: keep-all; overflow-wrap: anywhere;
  font: 450 15px/1.6 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", Pretendard,
    "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", "PingFang SC", "Noto Sans SC", sans-serif;
}
main { max-width: 1040px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 28px; font-weight: 680; letter-spacing: -0.02em; line-height: 1.3; margin: 0 0 12px; }
h2 { font-size: 18px; font-weight: 680; letter-spacing: -0.02em; margin: 40px 0 12px; }
p { margin: 0 0 12px; color: var(--ink-2); }
a { color: var(--primary); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
.note { color: var(--warn); background: var(--warn-ground); border-radius: 9px; padding: 12px 16px; }
.saved { color: var(--good); font-weight: 560; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 310px), 1fr)); }
.card, form { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 16px; }
.card { display: grid; gap: 12px; grid-template-rows: 1fr auto auto; }
.card .channel-header { align-self: start; }
.channel-header { display: flex; gap: 12px; align-items: center; min-width: 0; }
.channel-header > div { min-width: 0; }
.channel-header img { width: 48px; height: 48px; border-radius: 50%; flex: none; }
.name { font-weight: 680; color: var(--ink); }
.meta { font-size: 14px; color: var(--ink-2); }
.badge { display: inline-block; font-size: 12.5px; color: var(--ink); background: var(--tint); border-radius: 99px; padding: 1px 10px; margin: 4px 4px 0 0; }
code { display: block; font: 450 12.5px/1.5 ui-monospace, Menlo, Consolas, monospace; background: var(--ground); border: 1px solid var(--line); border-radius: 9px; padding: 6px 10px; user-select: all; word-break: break-all; }
.edit { display: inline-block; padding: 4px 0; min-height: 24px; }
form { display: grid; gap: 20px; margin-top: 24px; max-width: 680px; }
.head { margin-top: 16px; }
label { display: block; font-weight: 560; margin-bottom: 6px; }
textarea { display: block; width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line-strong); border-radius: 9px; padding: 10px 12px; resize: vertical; }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 16px; }
legend { font-size: 18px; font-weight: 680; padding: 0; margin-bottom: 4px; }
fieldset p, .hint { margin: 6px 0 0; font-size: 14px; }
.checkbox { display: flex; gap: 10px; align-items: center; min-height: 24px; margin: 0; }
.checkbox input { width: 20px; height: 20px; margin: 0; accent-color: var(--primary); }
button { justify-self: start; font: inherit; font-weight: 680; color: #fff; background: #5b5bd6; border: 0; border-radius: 9px; padding: 10px 24px; cursor: pointer; }
@media (max-width: 480px) { main { padding: 24px 16px 48px; } h1 { font-size: 24px; } button { justify-self: stretch; } }
`
