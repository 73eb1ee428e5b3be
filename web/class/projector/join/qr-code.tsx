import encodeQR from 'qr'

/** The width of the empty frame that scanners need, in modules (ISO/IEC 18004, section 9.1). */
const FRAME = 4

/** A QR code. It is black on white in each colour scheme, because scanners may not read other colours. */
export function QrCode({ text, label, testId }: { text: string; label: string; testId: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: FRAME })
  const modules = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shape-rendering="crispEdges"
      data-testid={testId}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  )
}
