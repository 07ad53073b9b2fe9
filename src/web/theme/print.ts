/** Printed pages: black text on white, without buttons and navigation. */
export const print = `
@media print{
html{font-size:11pt;background:#fff}
.top nav,.foot,.skip,.btn,.chips,.pager,.noprint,form{display:none!important}
.card,.notice{box-shadow:none;break-inside:avoid}
h1,h2,h3{break-after:avoid}
.prose a[href^=http]::after{content:" (" attr(href) ")";font-size:.85em;color:var(--soft)}
}
`
