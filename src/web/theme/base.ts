/** Type, frame and layout. Directions are logical, so that pages mirror by themselves in right-to-left scripts. */
export const base = `
*,*::before,*::after{box-sizing:border-box}
html{font:100%/1.55 var(--font);background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%;scroll-padding:1rem 0 10rem}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;overflow-wrap:break-word}
main{flex:1}
h1,h2,h3,p,ul,ol,dl,dd,figure,fieldset{margin:0;padding:0}
ul.plain,ol.plain{list-style:none}
fieldset{border:0;min-width:0}
h1{font-size:clamp(1.9rem,1.3rem + 2.6vw,3.1rem);line-height:1.08;letter-spacing:-.025em;font-weight:750;text-wrap:balance}
h1,h2,h3{hyphens:auto;hyphenate-limit-chars:14 5 5;unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}
h2{font-size:1.25rem;letter-spacing:-.01em;line-height:1.25}
h3{font-size:1.0625rem;line-height:1.3}
h1,h2,h3,label,.notice,.prose,.neighbours,.about{overflow-wrap:anywhere}
a{color:inherit;text-decoration-color:var(--accent);text-underline-offset:3px}
a:hover{text-decoration-thickness:2px}
img,svg,video{max-width:100%;height:auto}
hr{border:0;border-top:1px solid var(--line);margin:1.125rem 0}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
[hidden]{display:none!important}
.wrap{width:100%;max-width:1160px;margin-inline:auto;padding-inline:20px}
.narrow{max-width:720px}
main>.narrow,.narrow.middle{margin-inline:auto;width:100%}
.row{display:flex;gap:12px;align-items:center}
.row.wraps{flex-wrap:wrap}
.between{justify-content:space-between}
.grow{flex:1;min-width:0}
.stack>*+*{margin-top:16px}
.stack.far>*+*{margin-top:48px}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.num{font-variant-numeric:tabular-nums}
[dir=rtl] time,[dir=rtl] .num,[dir=rtl] .leaf span{unicode-bidi:plaintext}
.nowrap{white-space:nowrap}
.together{display:inline-block}
.quiet{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;inset-inline-start:20px;top:-100px;z-index:9;background:var(--card);padding:12px 18px;border-radius:0 0 12px 12px}
.skip:focus{top:0}
.top{padding-block:14px;gap:8px 16px;flex-wrap:wrap}
.top nav{display:flex;gap:4px;margin-inline-end:-10px}
.top nav a{display:inline-flex;align-items:center;min-height:var(--target);padding-inline:10px;text-decoration:none;font-weight:600}
.top nav .pill{margin-inline-start:6px}
.top nav a:hover,.top nav a[aria-current]{text-decoration:underline;text-decoration-color:var(--accent);text-decoration-thickness:2px}
.brand{font-weight:750;letter-spacing:-.02em;text-decoration:none;display:inline-flex;gap:10px;align-items:center;min-height:var(--target);font-size:1.0625rem}
.brand img{height:32px;width:auto;max-width:160px}
.lamps{display:inline-flex;gap:4px}
.lamps i{width:8px;height:8px;border-radius:50%;background:var(--lamp)}
.lamps i:nth-child(2){opacity:.65}.lamps i:nth-child(3){opacity:.35}
.foot{margin-top:64px;padding-bottom:32px;color:var(--soft);font-size:.875rem}
.foot>.row{border-top:1px solid var(--line);padding-top:20px}
.foot .row{flex-wrap:wrap;gap:4px 20px}
.foot .link{appearance:none;border:0;background:none;font:inherit;color:inherit;padding:0;cursor:pointer;text-decoration:underline;text-decoration-color:var(--accent);text-underline-offset:3px}
.foot a,.foot .link,.foot [aria-current]{display:inline-flex;align-items:center;min-height:32px;padding-inline:2px}
.foot [aria-current]{font-weight:650;color:var(--ink)}
.prose{max-width:66ch}
.prose *{unicode-bidi:plaintext}
.prose [dir],.prose [dir] *{unicode-bidi:revert}
.prose>*+*{margin-top:.85em}
.prose ul,.prose ol{padding-inline-start:1.4em}
.prose li+li{margin-top:.3em}
.prose blockquote{margin:1em 0;padding-inline-start:1em;border-inline-start:3px solid var(--lamp);color:var(--soft)}
.prose pre{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px}
.prose table{display:block;overflow-x:auto;border-collapse:collapse}
.prose td,.prose th{padding:6px 12px;border:1px solid var(--line);text-align:start}
.prose h1{font-size:1.5rem;letter-spacing:-.015em}.prose h2{margin-top:1.4em}
.prose img{border-radius:10px}
.prose figure{margin:0}
main>.stack>h1:first-child,.checkout>h1,.pay>h1{margin-top:10px}
@media(max-width:480px){.wrap{padding-inline:16px}.top{gap:4px 8px}.top nav{font-size:.9375rem;margin-inline:-7px;gap:2px}.top nav a{padding-inline:7px}.top nav .pill{margin-inline-start:4px;padding-inline:7px}}
@media(forced-colors:active){.pill{border:1px solid}.chip[aria-current],.steps [aria-current] b,.views [aria-current]{outline:2px solid Highlight}.leaf{border:1px solid}}
@media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`
