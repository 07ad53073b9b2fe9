/** Printed pages: black text on white, without buttons and navigation. */
export const print = `
.doorlist .sheet{position:relative;padding-right:3.2rem;margin-top:2rem}
.doorlist table{width:100%;border-collapse:collapse}
.doorlist td{border-bottom:1px solid var(--line,#999);padding:.16rem .4rem;height:1.75rem;vertical-align:middle}
.doorlist .box{width:1.8rem;font-size:1.35rem;line-height:1}
.doorlist .of{padding-left:1.6rem}
.doorlist .tabs{position:absolute;right:0;top:3.4rem;bottom:0;width:2.8rem;display:flex;flex-direction:column;justify-content:space-between;margin:0}
.doorlist .tabs span{font-size:1.3rem;font-weight:800;text-align:center;padding:.2rem 0;color:var(--soft)}
.doorlist .tabs .on{background:#000;color:#fff;border-radius:.3rem;print-color-adjust:exact;-webkit-print-color-adjust:exact}
@media print{
.doorlist .sheet{break-before:page;break-inside:avoid;margin:0}
html{font-size:11pt;background:#fff}
.top nav,.foot,.skip,.btn,.chips,.pager,.noprint,form{display:none!important}
.card,.notice{box-shadow:none;break-inside:avoid}
h1,h2,h3{break-after:avoid}
.prose a[href^=http]::after{content:" (" attr(href) ")";font-size:.85em;color:var(--soft)}
}
`
