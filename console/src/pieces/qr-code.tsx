import { create } from 'qrcode'

/** A QR code as a drawing, dark on white in every look, with the quiet border that scanners need. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const squares = Array.from({ length: size * size }, (_, at) =>
    modules.get(Math.floor(at / size), at % size)
      ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z`
      : '',
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      width="220"
      height="220"
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 12 }}
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
