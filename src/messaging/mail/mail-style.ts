import { Html } from '../../core/html.ts'
import { remember } from '../../core/remember.ts'
import { measures, type Palette, themeOf } from '../../core/theme.ts'

/** The styles of mails in the colours of a site (its accent, or empty for ours), in light and dark. */
export const mailStyle = remember(20, (accent: string): Html => {
  const { light, dark } = themeOf(accent || undefined)
  return new Html(`
body{margin:0;padding:0;font:16px/1.5 ${measures.font}}
.page{max-width:600px;margin:0 auto;padding:24px 20px 28px;box-sizing:border-box;overflow-wrap:anywhere;word-break:break-word}
.brand{font-size:18px;font-weight:700;line-height:1.3;margin:0 0 20px}
.brand img{height:32px;width:auto;max-width:160px;vertical-align:middle;margin-right:10px}
.lamp{display:inline-block;width:9px;height:9px;border-radius:9px;margin-right:4px;vertical-align:middle}
.picture{display:block;width:100%;height:auto;border-radius:${measures.radius};margin:0 0 22px}
h1{font-size:26px;line-height:1.2;letter-spacing:-.01em;margin:24px 0 12px}
p,ul{margin:0 0 16px}
table{border-collapse:collapse;table-layout:fixed;width:100%;margin:0 0 16px}
td,th{padding:5px 0;vertical-align:top;text-align:left;font-weight:normal}
th{width:30%;padding-right:12px}
td.amount{width:34%;padding-left:12px;text-align:right;font-variant-numeric:tabular-nums}
tr.total td{padding-top:9px;font-weight:700}
a.button{display:inline-block;padding:12px 22px;border-radius:${measures.radius};font-weight:650;text-decoration:none}
.facts{padding:12px 16px;border-radius:${measures.radius};margin:0 0 18px}
.facts table,.ticket table{margin:0}
.ticket{border-radius:${measures.radius};padding:16px;margin:0 0 16px}
.code{font:700 18px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.06em;margin:10px 0 0}
.note{padding:12px 16px;border-radius:${measures.radiusSmall}}
.footer{font-size:14px;padding-top:18px;margin-top:28px}
.qr{display:block;width:220px;height:220px;max-width:100%;background:#ffffff;border-radius:${measures.radiusSmall};margin-top:12px}
${coloured(light)}
@media (prefers-color-scheme:dark){${coloured(dark)}}
`)
})

/** Rules of colours alone, so that dark mode repeats nothing else. */
const coloured = (colours: Palette) => `
body{background:${colours.paper};color:${colours.ink}}.page{background:${colours.card}}
th,.footer{color:${colours.soft}}a{color:${colours.accent}}.lamp{background:${colours.lamp}}
a.button{background:${colours.accent};color:${colours.onAccent}}.facts{background:${colours.accentSoft}}.facts th{color:${colours.ink}}
.ticket{border:1px solid ${colours.line}}tr.total td,.footer{border-top:1px solid ${colours.line}}
.note{background:${colours.warnSoft};color:${colours.ink};border-left:4px solid ${colours.warn}}`
