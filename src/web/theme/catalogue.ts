/** Lists, calendar and the page of an event. */
export const catalogue = `
.page-head{margin:18px 0 20px}
.page-head>*+*{margin-top:8px}
.page-head.stack>*+*{margin-top:18px}
.find{display:grid;grid-template-columns:minmax(0,1fr) 190px auto;gap:10px;margin:20px 0 14px;align-items:end}
.find .btn .icon{margin-inline-start:-2px}
@media(max-width:700px){.find{grid-template-columns:minmax(0,1fr) auto}.find>div:first-child{grid-column:1/-1}}
.find.has-places{grid-template-columns:minmax(0,1fr) 170px 190px auto}
@media(max-width:860px){.find.has-places{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.find.has-places>div:first-child,.find.has-places .btn{grid-column:1/-1}}
@media(max-width:350px){.find.has-places{grid-template-columns:minmax(0,1fr)}}
.calendar .bad,.calendar .warn{white-space:nowrap}
.chip .icon{margin-inline-end:6px}
.radii{margin-top:10px}
@media(max-width:480px){.radii .chips{gap:6px}.radii .chip{padding-inline:11px}}
.list-head{margin:22px 0 0}
.views a{display:inline-flex;align-items:center;min-height:var(--target);padding-inline:10px;font-size:.9375rem}
.views{margin-inline-start:-10px}
.views a:last-child{margin-inline-end:-10px}
.views [aria-current]{font-weight:700;text-decoration:none}
.month-line{font-size:.875rem;font-weight:700;color:var(--soft);margin:26px 0 10px;display:flex;gap:14px;align-items:center}
.month-line::after{content:"";flex:1;border-top:1px solid var(--line)}
.event-item{position:relative;display:grid;grid-template-columns:180px minmax(0,1fr) fit-content(220px);gap:0 20px;align-items:center;margin-bottom:12px}
.event-item:hover{border-color:var(--edge)}
.event-item h2,.event-item h3{font-size:1.125rem;line-height:1.25}
.event-item .cover{text-decoration:none}
.event-item .cover::after{content:"";position:absolute;inset:0;border-radius:var(--radius)}
.event-item .cover:hover{text-decoration:underline;text-decoration-color:var(--accent)}
.event-item .cover:focus-visible{outline:0}
.event-item .cover:focus-visible::after{outline:3px solid var(--accent);outline-offset:2px}
.event-item .states:empty{display:none}
.event-item .price{padding-inline-end:20px;text-align:end}
.event-item .grow{padding-block:14px}
.event-item .at{color:var(--accent);font-weight:650}
.shown{position:relative;align-self:stretch;min-height:128px}
.shown .pic{position:absolute;inset:0;width:100%;height:100%;border-radius:0;border-start-start-radius:13px;border-end-start-radius:13px}
.event-item .price b{white-space:nowrap}
.states{margin-top:6px}
.leaf{text-align:center;line-height:1.15;white-space:nowrap}
.leaf b{display:block;font-size:1.75rem;letter-spacing:-.03em;line-height:1.1}
.leaf .small{white-space:normal}
.pic{display:block;width:132px;height:99px;object-fit:cover;border-radius:10px}
.hue-0{background:linear-gradient(135deg,#2b0f2b,#d9673f)}.hue-1{background:linear-gradient(135deg,#0f4c5c,#f2b13c)}.hue-2{background:linear-gradient(135deg,#1b2a49,#7b8cde)}.hue-3{background:linear-gradient(135deg,#12382b,#77c893)}.hue-4{background:linear-gradient(135deg,#3b1d4a,#e08aa8)}
@media(max-width:700px){.event-item{grid-template-columns:112px minmax(0,1fr);gap:0 14px}.shown{grid-row:1/span 2}.event-item .grow{padding:12px 12px 4px 0}.event-item .price{grid-column:2;text-align:start;align-self:end;padding-bottom:12px}.event-item .price:empty{display:none}.event-item:has(.price:empty) .grow{padding-bottom:12px}main>section:first-of-type>.events>.event-item:first-child{grid-template-columns:minmax(0,1fr)}main>section:first-of-type>.events>.event-item:first-child>.shown{grid-row:auto;height:190px}main>section:first-of-type>.events>.event-item:first-child .pic{border-radius:13px 13px 0 0}main>section:first-of-type>.events>.event-item:first-child>:not(.shown){grid-column:1;padding-inline:16px}}
.lead{position:relative;display:grid;grid-template-columns:minmax(0,1.5fr) minmax(0,1fr);background:#1b1022;color:#fff;border-radius:20px;overflow:hidden}
.lead img{display:block;width:100%;height:100%;min-height:340px;max-height:min(56vh,460px);object-fit:cover}
.lead-text{padding:32px;align-self:center;grid-column-end:-1}
.lead-text>*+*{margin-top:12px}
.lead h2{font-size:clamp(1.75rem,1.2rem + 2vw,2.6rem);line-height:1.1;letter-spacing:-.02em;font-weight:750}
.lead .cover{text-decoration:none}
.lead .cover::after,.poster .cover::after{content:"";position:absolute;inset:0;border-radius:20px}
.lead .btn{position:relative;z-index:1;background:var(--lamp);color:#201804;border-color:transparent}
.lead :focus-visible{outline-color:var(--lamp)}
.shelf{margin-top:36px}
.shelf>h2{font-size:1.5rem;margin-bottom:14px}
.posters{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:28px 20px}
.poster{position:relative;min-width:0}
.poster>*+*{margin-top:4px}
.poster .pic{width:100%;height:auto;aspect-ratio:4/3;border-radius:14px;margin-bottom:10px}
.shown .leaf,.poster .leaf{position:absolute;top:8px;inset-inline-start:8px;background:var(--card);border-radius:10px;padding:4px 10px;box-shadow:0 1px 4px #0003}
.shown .leaf b,.poster .leaf b{font-size:1.25rem}
.poster .cover{text-decoration:none}
.poster .cover:focus-visible::after{outline:3px solid var(--accent);outline-offset:2px}
.poster .cover:hover,.lead .cover:hover{text-decoration:underline;text-decoration-color:var(--accent)}
.poster .cover:focus-visible,.lead .cover:focus-visible{outline:0}
.lead .cover:focus-visible::after{outline:3px solid var(--lamp);outline-offset:-6px}
@media(max-width:820px){.lead{grid-template-columns:minmax(0,1fr)}.lead img{min-height:0;aspect-ratio:16/10;max-height:45vh}.lead-text{padding:20px}.lead .btn{flex:1 0 auto}}
@media(max-width:700px){.posters{grid:auto/auto-flow 250px;overflow-x:auto;scroll-snap-type:x proximity;margin-inline:-16px;padding:4px 16px;scrollbar-width:none}.poster{scroll-snap-align:center}}
.ways{margin-top:28px}
.calendar-nav{margin-bottom:14px}
@media(max-width:480px){.calendar-nav{gap:6px}.calendar-nav .btn{padding-inline:11px}.calendar-nav .word{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}}
.calendar{width:100%;border-collapse:separate;border-spacing:0;table-layout:fixed;background:var(--card);border:1px solid var(--line);border-radius:var(--radius);overflow:hidden}
.calendar th{padding:10px 8px;font-size:.8125rem;color:var(--soft);text-align:start}
.calendar td{border-top:1px solid var(--line);border-inline-start:1px solid var(--line);vertical-align:top;padding:6px 8px;height:108px;font-size:.875rem;line-height:1.35}
.calendar td:first-child{border-inline-start:0}
.calendar .beside{background:var(--paper)}
.calendar td>a{display:inline-block;text-decoration:none}
.day-number{display:inline-grid;place-items:center;min-width:28px;height:28px;border-radius:50%;font-weight:650}
.calendar .free .day-number{color:var(--soft);font-weight:400}
.calendar [aria-current=date] .day-number{background:var(--accent);color:var(--on-accent)}
.day-name{display:none}
.calendar li{margin-top:2px}
.calendar li a{display:inline-block;min-height:24px;padding-block:3px;text-decoration:none;unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}
.calendar li a:hover{text-decoration:underline;text-decoration-color:var(--accent)}
.calendar .bad,.calendar .warn{color:var(--bad);font-weight:600}
.calendar .warn{color:var(--warn)}
.empty-month{margin-top:16px}
@media(max-width:700px){.calendar,.calendar tbody,.calendar tr,.calendar td{display:block}.calendar thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.calendar tr{border:0}.calendar td{height:auto;border:0;border-top:1px solid var(--line);padding:12px 16px}.calendar tr:first-child td:first-child{border-top:0}.calendar .beside,.calendar .free{display:none}.day-number{display:none}.day-name{display:inline;font-weight:700;font-size:1rem}.calendar td>a{display:flex;align-items:center;min-height:32px}.calendar li{font-size:1rem;margin-top:2px}.calendar li a{display:inline-block;min-height:32px;padding-block:4px}.calendar [aria-current=date] .day-name{color:var(--accent)}.empty-month{display:none}}
.hero{display:block;margin-top:4px}
a.hero{border-radius:20px}
.hero img{display:block;width:100%;max-height:min(45vh,460px);object-fit:cover;border-radius:20px;background:var(--line)}
.hero.tall img{object-fit:contain}
.event>.cols,.event>div{margin-top:28px}
.cols{display:grid;grid-template:auto 1fr/minmax(0,1fr) 380px;gap:28px 48px;align-items:start}
.cols>aside{grid-area:1/2/span 2;min-width:0;position:relative;z-index:1}
.cols>.more{grid-area:2/1}
.more>:first-child{margin-top:0;border-top:0;padding-top:0}
.about>h1{margin-top:6px}
.terms{gap:2px 14px}
.terms a{display:inline-flex;min-height:28px;align-items:center}
.notices:not(:empty){margin-top:18px;display:grid;grid-template-columns:minmax(0,1fr);gap:10px}
.when{display:grid;grid-template-columns:24px minmax(0,1fr);gap:14px 12px;margin:22px 0 26px}
.when .icon{width:24px;height:24px;color:var(--accent)}
.when dt{display:flex}
.when dd a,.hosts a,.reach a{display:inline-flex;align-items:center;min-height:24px}
.yours::before{content:" · "}
.hosts{border-top:1px solid var(--line);margin-top:26px;padding-top:22px}
.hosts ul,.hosts p{margin-top:8px}
.reach{gap:2px 18px;margin-top:4px}
.coming{margin-top:32px}
.neighbours{border-top:1px solid var(--line);margin-top:36px;padding-top:14px;gap:16px;align-items:flex-start}
.neighbours a{display:inline-flex;gap:6px;align-items:center;min-height:var(--target);max-width:48ch}
.neighbours a{min-width:40%}
.neighbours [rel=next]{text-align:end;justify-content:flex-end}
@media(min-width:821px) and (min-height:760px){.hero+.cols>aside{margin-top:-138px}.cols>aside:not(.long){position:sticky;top:16px}.cols>aside:not(.long) .foot-of-card{position:sticky;bottom:0;background:var(--card);border-radius:0 0 var(--radius) var(--radius)}}
@media(max-width:820px){.cols{grid-template:auto/minmax(0,1fr);gap:24px}.cols>aside,.cols>.more{grid-area:auto}.hero,a.hero{margin-inline:-20px;border-radius:0}.hero img{border-radius:0;aspect-ratio:4/3}}
@media(max-width:480px){.hero,a.hero{margin-inline:-16px}}
@media(max-height:480px){.lead img{min-height:0;max-height:68vh}.lead-text{padding:14px 24px}.lead-text>*+*{margin-top:8px}.hero img{max-height:28vh;aspect-ratio:auto}.event>.cols,.event>div{margin-top:14px}}
`
