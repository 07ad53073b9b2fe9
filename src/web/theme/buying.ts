/** The pages on which tickets are chosen, ordered, paid and shown. */
export const buying = `
.center{text-align:center}
.order{max-width:920px;margin-inline:auto;width:100%}
.below{margin-bottom:16px}
.choice h2.pad{padding-bottom:8px}
.pad.tight{padding-block:0 12px}
.offer{display:flex;gap:12px;align-items:center;justify-content:space-between;padding:14px 20px;border-top:1px solid var(--line);flex-wrap:wrap}
.offer .grow{flex-basis:124px}
.offer label{font-weight:650;display:block}
.offer .about{flex-basis:100%;margin-top:-6px;white-space:pre-line}
.foot-of-card{border-top:1px solid var(--line)}
.sum{font-weight:700;margin-bottom:12px}
.buy-bar{position:fixed;inset:auto 0 0;z-index:4;background:var(--card);border-top:1px solid var(--line);box-shadow:0 -6px 24px #0002;padding:9px max(20px,calc(50% - 560px)) calc(9px + env(safe-area-inset-bottom));justify-content:space-between}
body:has(.buy-bar:not(.stays)){padding-bottom:84px}
.buy-bar.stays{position:sticky;inset:auto;bottom:0;padding-inline:20px;border:1px solid var(--line);border-radius:var(--radius) var(--radius) 0 0}
.buy-bar .row{gap:2px 10px}
.buy-bar.wraps{gap:4px 12px}
.lacks{flex-basis:100%}
.lacks:empty{display:none}
.buy-bar .btn{flex:0 1 auto;max-width:62%}
@media(min-width:821px) and (min-height:760px){.buy-bar.short{display:none}body:has(.buy-bar.short){padding-bottom:0}}
input.quantity{width:84px;flex:none;text-align:center}
.stepper{display:inline-flex;gap:6px;align-items:center;flex:none}
.stepper .btn{width:var(--target);padding:0;font-size:1.25rem;line-height:1}
.stepper [data-step="-1"]{order:-1}
.stepper:has(button:not([hidden])) input{width:56px;appearance:textfield;padding-inline:4px}
.stepper input::-webkit-inner-spin-button{appearance:none;margin:0}
.columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(300px,380px);gap:24px 32px;align-items:start}
.columns>.basket{grid-column:2;grid-row:1}
.columns>:not(.basket){grid-column:1;grid-row:1}
@media(max-width:860px){.columns{grid-template-columns:minmax(0,1fr)}.columns>.basket,.columns>:not(.basket){grid-column:1;grid-row:auto}}
.in-short{padding:8px 20px;min-height:var(--target)}
.in-short a{display:inline-flex;align-items:center;min-height:32px}
@media(min-width:861px){.in-short{display:none}.in-short+*{margin-top:0}.columns~.buy-bar.stays{width:calc(100% - 412px)}}
.sent details[open]{flex-basis:100%}
.buy-bar .pill{white-space:nowrap}
@media(max-width:360px){.buy-bar.stays .pill{display:none}}
@media(max-width:480px){.buy-bar.stays{padding-inline:14px}.buy-bar .btn{padding-inline:14px}}
.basket label{font-weight:600}
.coupon{align-items:flex-end}
.coupon .field{margin-bottom:0}
.hold{padding:10px 20px;gap:8px 20px}
.hold .wide-row{width:100%;color:var(--bad);font-weight:650}
.hold .wide-row:empty{display:none}
.hold.soon{border-color:var(--bad)}
.ending{margin:auto;padding:0;max-width:min(440px,100% - 32px);color:inherit}
.ending::backdrop{background:#0009}
.row+.below{margin-top:8px}
.guest legend{padding-inline-end:10px}
.facts+p{margin-top:16px}
.guest{padding-top:12px;border-top:1px solid var(--line);margin-top:4px}
.ticket{max-width:440px;margin-inline:auto;overflow:hidden}
.ticket .band{background:var(--accent);color:var(--on-accent);padding:20px 22px}
.ticket .band h1,.ticket .band h2{font-size:1.5rem;line-height:1.15}
.ticket .band a{color:inherit}
.ticket .notice{margin:20px 22px 0}
.ticket .code{background:#fff;border-radius:16px;padding:14px;width:min(268px,100% - 44px);margin:22px auto 8px}
.ticket .code img{display:block;width:100%;height:auto;image-rendering:pixelated}
.ticket-card>a{display:block;width:fit-content}
.ticket-card img{display:block;border-radius:10px;image-rendering:pixelated}
.cut{border-top:2px dashed var(--line);margin:18px 0}
.ticket-list{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(300px,100%),1fr));gap:20px}
.pay{max-width:960px;margin-inline:auto;width:100%}
.pay-columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(260px,360px);gap:20px 28px;align-items:start}
@media(max-width:760px){.pay-columns{grid-template-columns:minmax(0,1fr)}}
.address{overflow-wrap:anywhere}
.pay #payment-element{min-height:60px}
.pay noscript .notice{margin-top:14px}
.pay [data-loading]{position:absolute}
`
