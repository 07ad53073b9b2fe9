/** The pieces of the kit: cards, buttons, pills, notices, fields, tables. */
export const pieces = `
.card{background:var(--card);border:1px solid var(--line);border-radius:var(--radius);box-shadow:var(--shadow)}
.pad{padding:20px}
.btn{appearance:none;font:inherit;font-weight:650;border:1px solid var(--edge);background:var(--card);color:var(--ink);border-radius:12px;min-height:48px;padding:8px 18px;display:inline-flex;align-items:center;justify-content:center;gap:8px;text-decoration:none;text-align:center;cursor:pointer}
.btn:hover{border-color:var(--ink)}
.btn:focus-visible{border-radius:12px}
.btn.go{background:var(--accent);color:var(--on-accent);border-color:transparent}
.btn.go:hover{filter:brightness(1.12)}
.btn.danger{color:var(--bad);border-color:var(--bad)}
.btn.wide{width:100%}
.btn.s{min-height:var(--target);padding:6px 14px;font-size:.9375rem}
.btn[disabled],.btn[aria-disabled=true]{background:var(--paper);color:var(--soft);border-color:var(--line);cursor:not-allowed;filter:none}
.pill{display:inline-flex;align-items:center;gap:6px;font-size:.8125rem;font-weight:600;line-height:1.4;padding:3px 10px;border-radius:99px;background:var(--accent-soft);color:var(--accent)}
.pill.plain{background:transparent;color:var(--soft);box-shadow:inset 0 0 0 1px var(--line)}
.pill.good{background:var(--good-soft);color:var(--good)}
.pill.warn{background:var(--warn-soft);color:var(--warn)}
.pill.bad{background:var(--bad-soft);color:var(--bad)}
.chips{display:flex;gap:8px;flex-wrap:wrap;list-style:none;padding:0}
.chip{display:inline-flex;align-items:center;min-height:var(--target);border:1px solid var(--line);border-radius:99px;padding:4px 16px;font-size:.9375rem;text-decoration:none;background:var(--card)}
button.chip{font-family:inherit;color:inherit;cursor:pointer;white-space:nowrap}
.chip:hover{border-color:var(--ink)}
.chip:focus-visible{border-radius:99px}
.chip[aria-current]{background:var(--ink);color:var(--paper);border-color:var(--ink)}
@media(max-width:700px){.chips.slides{flex-wrap:nowrap;overflow-x:auto;margin-inline:-16px;padding:3px 16px;scrollbar-width:none}.chips.slides .chip{white-space:nowrap}}
.notice{border:1px solid var(--line);border-inline-start:4px solid var(--soft);background:var(--card);border-radius:12px;padding:14px 18px}
.notice>*+*{margin-top:4px}
.notice .title{font-weight:700}
.notice.good{border-inline-start-color:var(--good);background:var(--good-soft)}
.notice.good .title{color:var(--good)}
.notice.warn{border-inline-start-color:var(--warn);background:var(--warn-soft)}
.notice.warn .title{color:var(--warn)}
.notice.bad{border-inline-start-color:var(--bad);background:var(--bad-soft)}
.notice.bad .title{color:var(--bad)}
.empty{text-align:center;padding:56px 20px;border:1px dashed var(--edge);border-radius:var(--radius)}
.empty .lamps{margin-bottom:16px}
.empty>*+*{margin-top:8px}
.empty .row{justify-content:center;margin-top:20px;flex-wrap:wrap}
.field{margin-bottom:16px}
.field>label,.field>.label,legend{display:block;font-weight:600;font-size:.9375rem;margin-bottom:6px;padding:0}
.field .optional{font-weight:400;color:var(--soft)}
input,select,textarea{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:var(--radius-small);min-height:48px;padding:8px 12px}
textarea{min-height:112px;resize:vertical}
select{appearance:none;padding-inline-end:40px;background-image:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20' fill='none' stroke='%23857f8e' stroke-width='2'%3E%3Cpath d='M5 8l5 5 5-5'/%3E%3C/svg%3E");background-repeat:no-repeat;background-position:right 12px center}
[dir=rtl] select{background-position:left 12px center}
input:focus-within,select:focus,textarea:focus{outline:3px solid var(--accent);outline-offset:0;border-radius:var(--radius-small)}
input::placeholder{color:var(--soft);opacity:1}
input[aria-invalid=true],select[aria-invalid=true],textarea[aria-invalid=true]{border-color:var(--bad);border-width:2px}
input[type=checkbox],input[type=radio]{width:22px;height:22px;min-height:22px;padding:0;margin:0;flex:none;accent-color:var(--accent)}
.check{display:flex;gap:12px;align-items:center;min-height:var(--target)}
.check label{font-weight:400}
.hint{font-size:.875rem;color:var(--soft);margin-top:4px}
.problem{color:var(--bad);font-weight:600;font-size:.875rem;margin-top:4px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:0 14px}
@media(max-width:460px){.two{grid-template-columns:1fr}}
.steps{display:flex;gap:8px 4px;list-style:none;flex-wrap:wrap;font-size:.9375rem}
.steps li{display:flex;gap:8px;align-items:center;color:var(--soft)}
.steps li:not(:last-child)::after{content:"";width:24px;border-top:1px solid var(--edge);margin-inline-end:4px}
.steps b{flex:none;width:28px;height:28px;border-radius:50%;display:grid;place-items:center;border:1px solid var(--edge);font-size:.8125rem}
.steps [aria-current]{color:var(--ink);font-weight:650}
@media(max-width:480px){.steps{gap:4px;font-size:.875rem}.steps li{gap:6px}.steps li:not(:last-child)::after{width:8px;margin-inline-end:0}}
.steps [aria-current] b{background:var(--accent);color:var(--on-accent);border-color:transparent}
.lines{display:grid;gap:10px}
.lines>div{display:flex;justify-content:space-between;flex-wrap:wrap;gap:0 16px}
.lines dd{text-align:end;margin-inline-start:auto;overflow-wrap:anywhere}
.lines .good{color:var(--good)}
.lines .total{font-size:1.25rem;font-weight:700;border-top:1px solid var(--line);padding-top:14px;margin-top:4px}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:14px 20px}
.facts dt{font-size:.8125rem;color:var(--soft)}
.facts dd{font-weight:650}
.facts .long{grid-column:1/-1}
.facts .long dd{font-weight:400}
.table{overflow-x:auto}
.table:focus-visible{border-radius:var(--radius)}
.table table{width:100%;border-collapse:collapse}
.table caption{text-align:start;font-weight:650;padding:14px 16px 6px}
.table th,.table td{padding:10px 16px;text-align:start;vertical-align:top;border-top:1px solid var(--line)}
.table thead th{font-size:.8125rem;color:var(--soft);border-top:0}
.table td:first-child{min-width:11rem}
.table .amount{text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums}
.letter{display:block;width:100%;max-width:640px;height:900px;border:1px solid var(--line);border-radius:var(--radius);background:var(--card)}
.letter-text{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}
.pager{display:grid;grid-template-columns:1fr auto 1fr;align-items:center;justify-items:start;gap:12px;margin-top:28px}
.pager>:last-child{justify-self:end}
@media(max-width:480px){.pager{grid-template-columns:1fr 1fr}.pager>:nth-child(2){grid-row:2;grid-column:1/-1;justify-self:center}}
.icon{width:1.25em;height:1.25em;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
[dir=rtl] .icon.turns{transform:scaleX(-1)}
details.menu{position:relative}
details.menu>summary{list-style:none}
details.menu>summary::-webkit-details-marker{display:none}
details.menu>ul{position:absolute;z-index:5;inset-inline-start:0;top:calc(100% + 6px);min-width:220px;list-style:none;padding:6px;background:var(--card);border:1px solid var(--line);border-radius:12px;box-shadow:0 8px 28px #0003}
details.menu li a{display:flex;align-items:center;min-height:var(--target);padding:4px 12px;border-radius:8px;text-decoration:none}
details.menu li a:hover{background:var(--paper)}
`
