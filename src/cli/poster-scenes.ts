export const width = 1200
export const height = 675

const each = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** Numbers from 0 to 1 that look like chance and are the same each time. */
const scatter = (index: number, salt: number) => {
  const value = Math.sin(index * 127.1 + salt * 311.7) * 43_758.5453
  return value - Math.floor(value)
}

const ink = (hue: number, light: number, opacity = 1) => `hsla(${hue},60%,${light}%,${opacity})`
const glow = ([x, y]: readonly [number, number], radius: number, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#glow)" opacity="${opacity}"/>`
const shape = (path: string, fill: string, more = '') =>
  `<path d="${path}" fill="${fill}" ${more}/>`
const line = (path: string, colour: string, thickness: number) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${thickness}" stroke-linecap="round"/>`

const stars = (count: number) =>
  each(count, at => {
    const [x, y, size] = [scatter(at, 1) * width, scatter(at, 2) * 300, 0.8 + scatter(at, 3) * 1.8]
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${size.toFixed(1)}" fill="#fff" opacity="${(0.3 + scatter(at, 4) * 0.6).toFixed(2)}"/>`
  })

/** The sea with glints below a light. */
const sea = (hue: number, from: number, lightAt: number) =>
  `<rect y="${from}" width="${width}" height="${height - from}" fill="url(#sea)"/>${each(46, at => {
    const depth = scatter(at, 5)
    const y = from + 6 + depth * depth * (height - from)
    const wide = 20 + depth * 150
    const x = lightAt + (scatter(at, 6) - 0.5) * (140 + depth * 560)
    return `<rect x="${(x - wide / 2).toFixed(0)}" y="${y.toFixed(0)}" width="${wide.toFixed(0)}" height="${(1.5 + depth * 4).toFixed(1)}" rx="2" fill="${ink(hue + 50, 88, 0.16 + 0.3 * (1 - depth))}"/>`
  })}`

/** A range of hills against the sky. */
const ridge = (
  hue: number,
  { y, rise, light, salt }: Record<'y' | 'rise' | 'light' | 'salt', number>,
) => {
  const points = Array.from({ length: 13 }, (_, at) => {
    const x = at * 100
    return `${x} ${(y - scatter(at, salt) * rise).toFixed(0)}`
  })
  return shape(`M0 ${height} L ${points.join(' L ')} L ${width} ${height} Z`, ink(hue, light))
}

const heads = (hue: number) =>
  each(15, at => {
    const x = at * 86 + scatter(at, 7) * 24
    const y = 640 - scatter(at, 8) * 26
    return `<circle cx="${x}" cy="${y}" r="30" fill="${ink(hue, 5)}"/><rect x="${x - 46}" y="${y + 24}" width="92" height="90" rx="40" fill="${ink(hue, 5)}"/>`
  })

const curtain = (hue: number, side: 'left' | 'right') =>
  `<g ${side === 'right' ? `transform="translate(${width} 0) scale(-1 1)"` : ''}>${each(9, at => {
    const x = at * 38
    const sweep = 250 - at * 34
    return shape(
      `M${x} 0 H ${x + 40} C ${x + 30} 240 ${x * 0.7 + 20} 420 ${x * 0.42 + 10} ${height} H ${x * 0.42 - 40} C ${x * 0.7 - 30} 420 ${x - 10} 240 ${x} 0 Z`,
      ink(hue, 16 + (at % 2) * 9 + sweep / 60),
    )
  })}</g>`

const beam = (x: number, [to, spread]: readonly [number, number], opacity: number) =>
  shape(
    `M${x} -10 L ${to - spread} ${height} L ${to + spread} ${height} Z`,
    '#fff',
    `opacity="${opacity}"`,
  )

/** A paper boat, as a child folds it. */
const boat = ([x, y]: readonly [number, number], size: number, hue: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})">${shape('M-60 0 L 0 -78 L 60 0 Z', ink(hue, 93))}${shape('M0 -78 L 60 0 L 0 0 Z', ink(hue, 80))}${shape('M-105 -18 L 105 -18 L 66 30 L -66 30 Z', ink(hue, 97))}${shape('M0 -18 L 105 -18 L 66 30 L 0 30 Z', ink(hue, 86))}${shape('M-66 34 L 66 34 L 30 52 L -30 52 Z', ink(hue, 92, 0.25))}</g>`

/** What a poster may show, as SVG for an evening of a colour. */
export const scenes = {
  /** A cello's strings over the harbour at night. */
  strings: (hue: number) =>
    stars(60) +
    glow([860, 190], 250, 0.5) +
    `<circle cx="860" cy="190" r="58" fill="${ink(hue + 50, 92)}"/>` +
    sea(hue, 430, 860) +
    shape(
      'M250 700 C 120 610 150 500 232 452 C 172 400 180 300 262 258 C 300 238 340 238 378 258 C 460 300 468 400 408 452 C 490 500 520 610 390 700 Z',
      ink(24, 26),
    ) +
    shape(
      'M262 690 C 150 606 176 512 250 462 C 200 404 206 316 274 276 C 250 420 300 560 262 690 Z',
      ink(28, 40, 0.55),
    ) +
    shape('M298 0 H 342 L 350 520 H 290 Z', ink(20, 9)) +
    each(4, at => line(`M${304 + at * 11} 0 L ${299 + at * 14} 610`, ink(45, 82), 2.4)) +
    shape('M284 600 L 356 600 L 346 622 H 294 Z', ink(36, 62)) +
    line('M150 560 L 640 380', ink(34, 70), 7) +
    line('M150 568 L 640 389', ink(48, 92, 0.8), 2),
  /** Paper boats on their way. */
  boats: (hue: number) =>
    glow([600, 330], 420, 0.55) +
    sea(hue, 330, 600) +
    each(13, at => {
      const near = at / 13
      const x = 90 + scatter(at, 11) * 1020
      return boat([x, 350 + near * near * 270], 0.22 + near * 0.95, hue + 40 + (at % 4) * 26)
    }),
  /** An empty stage before the curtain opens, with the first guests. */
  premiere: (hue: number) =>
    shape(`M120 0 H 1080 V 520 H 120 Z`, ink(hue + 25, 12)) +
    each(5, at => beam(360 + at * 120, [330 + at * 135, 120], 0.07)) +
    glow([600, 520], 360, 0.55) +
    shape(`M0 520 H ${width} V ${height} H 0 Z`, ink(30, 13)) +
    `<ellipse cx="600" cy="548" rx="230" ry="34" fill="${ink(45, 86, 0.75)}"/>` +
    shape('M574 545 L 582 360 C 580 330 620 330 618 360 L 626 545 Z', ink(hue, 8)) +
    `<circle cx="600" cy="318" r="24" fill="${ink(hue, 8)}"/>` +
    curtain(hue, 'left') +
    curtain(hue, 'right') +
    heads(hue),
  /** Chairs and work lights: a rehearsal. */
  rehearsal: (hue: number) =>
    shape(`M0 470 H ${width} V ${height} H 0 Z`, ink(hue, 15)) +
    each(
      4,
      at =>
        `${beam(210 + at * 260, [210 + at * 260, 210], 0.09)}${glow([210 + at * 260, 60], 120, 0.9)}<rect x="${176 + at * 260}" y="0" width="68" height="52" rx="10" fill="${ink(hue, 6)}"/>`,
    ) +
    each(7, at => {
      const x = 130 + at * 145 + scatter(at, 13) * 40
      const y = 480 + scatter(at, 14) * 60
      const colour = ink(hue + 12, 8 + (at % 3) * 5)
      return `${shape(`M${x} ${y - 120} h 78 v 92 h -78 Z`, colour)}${shape(`M${x - 6} ${y - 28} h 90 v 16 h -90 Z`, colour)}${line(`M${x} ${y - 12} L ${x - 10} ${y + 76} M${x + 78} ${y - 12} L ${x + 88} ${y + 76} M${x + 20} ${y - 12} V ${y + 60} M${x + 58} ${y - 12} V ${y + 60}`, colour, 8)}`
    }),
  /** A lighthouse, its two beams, and the rocks. */
  lighthouse: (hue: number) =>
    stars(80) +
    shape('M760 214 L -40 60 L -40 190 Z', ink(48, 88), 'opacity=".38"') +
    shape('M760 214 L 1240 110 L 1240 240 Z', ink(48, 88), 'opacity=".3"') +
    sea(hue, 470, 760) +
    shape('M706 560 L 728 262 H 792 L 814 560 Z', ink(12, 93)) +
    each(3, at =>
      shape(
        `M${721 - at * 7} ${330 + at * 78} H ${799 + at * 7} L ${802 + at * 7} ${368 + at * 78} H ${718 - at * 7} Z`,
        ink(355, 44),
      ),
    ) +
    shape(
      'M716 262 H 804 V 246 H 716 Z M732 246 H 788 V 184 H 732 Z M724 184 L 760 142 L 796 184 Z',
      ink(hue, 9),
    ) +
    `<rect x="738" y="190" width="44" height="50" fill="${ink(48, 86)}"/>` +
    glow([760, 214], 150) +
    shape(
      'M480 700 L 560 590 L 640 604 L 700 540 L 812 536 L 900 600 L 1010 588 L 1110 700 Z',
      ink(hue, 7),
    ) +
    shape('M560 590 L 640 604 L 700 540 L 720 600 L 640 660 Z', ink(hue, 15)),
  /** A lamp over five chairs. */
  cabaret: (hue: number) =>
    each(
      9,
      at =>
        `<circle cx="600" cy="210" r="${70 + at * 62}" fill="none" stroke="${ink(hue + 70, 74, 0.34 - at * 0.034)}" stroke-width="22"/>`,
    ) +
    line('M600 0 V 96', ink(hue, 6), 6) +
    shape('M540 166 C 540 96 660 96 660 166 Z', ink(hue, 7)) +
    glow([600, 190], 230) +
    beam(600, [600, 420], 0.12) +
    shape(`M0 560 H ${width} V ${height} H 0 Z`, ink(hue, 9)) +
    each(5, at => {
      const x = 210 + at * 170
      return `${shape(`M${x} 430 C ${x} 380 ${x + 100} 380 ${x + 100} 430 V 520 H ${x} Z`, ink(hue + 40, 30 + (at % 2) * 8))}${shape(`M${x - 12} 512 h 124 v 40 h -124 Z`, ink(hue + 40, 42))}${line(`M${x} 552 v 74 M${x + 100} 552 v 74`, ink(hue, 5), 9)}`
    }),
  /** A long light evening by the fjord. */
  summer: (hue: number) =>
    glow([820, 260], 430, 0.85) +
    `<circle cx="820" cy="260" r="84" fill="${ink(48, 90)}"/>` +
    ridge(hue + 190, { y: 400, rise: 150, light: 46, salt: 21 }) +
    ridge(hue + 180, { y: 440, rise: 90, light: 36, salt: 22 }) +
    sea(hue, 430, 820) +
    ridge(hue + 160, { y: 660, rise: 60, light: 12, salt: 23 }) +
    each(12, at => {
      const [x, high] = [60 + at * 98, 70 + scatter(at, 24) * 110]
      return (
        line(
          `M${x} 660 Q ${x + 14} ${640 - high / 2} ${x + 26} ${640 - high}`,
          ink(hue + 130, 14),
          4,
        ) +
        `<circle cx="${x + 26}" cy="${640 - high}" r="${9 + (at % 3) * 4}" fill="${ink(340 + at * 9, 62)}"/>`
      )
    }),
  /** A door ajar, and light behind it. */
  door: (hue: number) =>
    shape(`M0 0 H ${width} V ${height} H 0 Z`, ink(hue, 9, 0.72)) +
    shape('M520 90 H 740 V 600 H 520 Z', ink(45, 84)) +
    glow([640, 340], 420, 0.75) +
    shape('M520 600 L 740 600 L 1120 690 L 300 690 Z', ink(45, 80), 'opacity=".5"') +
    shape('M520 90 L 664 132 V 640 L 520 600 Z', ink(hue, 20)) +
    shape(
      'M540 140 L 642 168 V 330 L 540 316 Z M540 356 L 642 372 V 574 L 540 548 Z',
      ink(hue, 26),
    ) +
    `<circle cx="646" cy="362" r="9" fill="${ink(45, 70)}"/>` +
    each(
      24,
      at =>
        `<circle cx="${60 + at * 47}" cy="${44 + Math.sin(at / 3.6) * 20}" r="6" fill="${ink(45, 84)}"/>${glow([60 + at * 47, 44 + Math.sin(at / 3.6) * 20], 26, 0.6)}`,
    ),
  /** Rain, waves and a pier. */
  storm: (hue: number) =>
    each(
      6,
      at =>
        `<ellipse cx="${100 + at * 220}" cy="${70 + (at % 2) * 50}" rx="230" ry="84" fill="${ink(hue, 20 + (at % 3) * 5, 0.85)}"/>`,
    ) +
    each(4, at =>
      shape(
        `M0 ${400 + at * 70} ${each(6, () => `q 60 ${-80 + at * 8} 120 0 t 100 0`)} V ${height} H 0 Z`,
        ink(hue + at * 4, 34 - at * 8, 0.92),
      ),
    ) +
    shape('M0 452 H 700 V 476 H 0 Z', ink(hue, 7)) +
    each(8, at => line(`M${40 + at * 86} 470 V 640`, ink(hue, 7), 14)) +
    each(70, at => {
      const [x, y] = [scatter(at, 31) * width, scatter(at, 32) * 560]
      return line(`M${x.toFixed(0)} ${y.toFixed(0)} l -12 46`, ink(hue, 88, 0.32), 2)
    }),
  /** Puppets on their strings. */
  puppets: (hue: number) =>
    each(
      6,
      at =>
        `<circle cx="${100 + at * 200}" cy="${200 + (at % 2) * 200}" r="${90 + (at % 3) * 34}" fill="${ink(hue + at * 44, 66, 0.3)}"/>`,
    ) +
    each(4, at => {
      const x = 210 + at * 260
      const y = 250 + (at % 2) * 54
      const colour = ink(hue + at * 84, 52)
      return `${line(`M${x - 90} 40 H ${x + 90} M${x - 80} 40 L ${x - 74} ${y + 110} M${x} 40 V ${y - 44} M${x + 80} 40 L ${x + 74} ${y + 80}`, ink(hue, 10), 4)}${shape(`M${x - 52} ${y + 44} H ${x + 52} L ${x + 82} ${y + 220} H ${x - 82} Z`, colour)}<circle cx="${x}" cy="${y}" r="52" fill="${ink(30, 82)}"/>${line(`M${x - 44} ${y + 66} L ${x - 74} ${y + 112} M${x + 44} ${y + 66} L ${x + 74} ${y + 82} M${x - 30} ${y + 220} V ${y + 290} M${x + 30} ${y + 220} V ${y + 290}`, ink(30, 70), 15)}<circle cx="${x - 18}" cy="${y - 6}" r="6"/><circle cx="${x + 18}" cy="${y - 6}" r="6"/>${line(`M${x - 20} ${y + 18} Q ${x} ${y + 36} ${x + 20} ${y + 18}`, '#222', 5)}${shape(`M${x - 54} ${y - 22} L ${x} ${y - 104} L ${x + 54} ${y - 22} Z`, ink(hue + at * 84 + 60, 46))}`
    }),
  /** A quay of lit houses, and a band's lights on the water. */
  jazz: (hue: number) =>
    stars(40) +
    each(14, at => {
      const high = 120 + scatter(at, 41) * 130
      const x = at * 88 - 10
      const wall = shape(
        `M${x} 440 V ${440 - high} L ${x + 42} ${400 - high} L ${x + 84} ${440 - high} V 440 Z`,
        ink(hue + at * 23, 20 + (at % 3) * 6),
      )
      return (
        wall +
        each(6, pane =>
          scatter(at * 7 + pane, 42) > 0.4
            ? `<rect x="${x + 16 + (pane % 2) * 32}" y="${455 - high + Math.floor(pane / 2) * 44}" width="18" height="24" rx="2" fill="${ink(44, 76)}"/>`
            : '',
        )
      )
    }) +
    sea(hue, 440, 600) +
    each(
      14,
      at =>
        `<rect x="${at * 88 + 20}" y="446" width="40" height="${90 + scatter(at, 43) * 90}" fill="${ink(44, 70, 0.16)}"/>`,
    ) +
    line('M690 640 C 690 560 770 560 786 500 L 820 356', ink(42, 62), 26) +
    shape(
      'M560 590 C 590 700 720 690 716 610 L 704 590 C 690 650 610 650 604 560 L 640 470 L 520 470 Z',
      ink(42, 66),
    ) +
    each(
      6,
      at => `<circle cx="${782 - at * 11}" cy="${520 + at * 18}" r="8" fill="${ink(42, 84)}"/>`,
    ) +
    line('M816 360 q 14 -26 44 -22', ink(hue, 8), 14),
  /** A far city on hills, in evening light. */
  city: (hue: number) =>
    glow([300, 300], 380, 0.9) +
    each(3, row =>
      each(17, at => {
        const high = 50 + scatter(at + row * 20, 51) * 90
        const x = at * 74 - 20 + row * 18
        const y = 380 + row * 90 - Math.sin(at / 2.6 + row) * 44
        return `${shape(`M${x} ${y + 300} V ${y - high / 2} H ${x + 70} V ${y + 300} Z`, ink(24 + scatter(at, 52 + row) * 34, 82 - row * 12))}${shape(`M${x - 4} ${y - high / 2} L ${x + 35} ${y - high / 2 - 30} L ${x + 74} ${y - high / 2} Z`, ink(14, 50 - row * 6))}${each(2, pane => `<rect x="${x + 14 + pane * 28}" y="${y - high / 2 + 20}" width="13" height="20" rx="6" fill="${ink(hue, 30)}"/>`)}`
      }),
    ) +
    line('M0 96 C 400 170 800 170 1200 70', ink(hue, 10), 3),
  /** A window of faces: people far from each other. */
  online: (hue: number) =>
    each(12, at => {
      const [x, y] = [120 + (at % 4) * 250, 70 + Math.floor(at / 4) * 186]
      const tone = ink(hue + at * 29, 54 + (at % 3) * 8)
      return `<clipPath id="c${at}"><rect x="${x}" y="${y}" width="222" height="160" rx="18"/></clipPath><g clip-path="url(#c${at})"><rect x="${x}" y="${y}" width="222" height="160" fill="${ink(hue + at * 29, 24)}"/><circle cx="${x + 111}" cy="${y + 76}" r="38" fill="${ink(28, 56 + (at % 4) * 9)}"/><rect x="${x + 40}" y="${y + 112}" width="142" height="100" rx="50" fill="${tone}"/>${shape(`M${x + 72} ${y + 72} C ${x + 70} ${y + 14} ${x + 152} ${y + 14} ${x + 150} ${y + 72} C ${x + 140} ${y + 52} ${x + 90} ${y + 46} ${x + 72} ${y + 72} Z`, ink(20 + at * 11, 14 + (at % 3) * 10))}</g>`
    }) + glow([600, 340], 520, 0.22),
  /** Seats in the dark before anything is known. */
  seats: (hue: number) =>
    each(5, row =>
      each(13, at => {
        const x = at * 102 - 40 + (row % 2) * 50
        const y = 330 + row * 86
        return shape(
          `M${x} ${y + 90} V ${y + 22} C ${x} ${y - 10} ${x + 84} ${y - 10} ${x + 84} ${y + 22} V ${y + 90} Z`,
          ink(hue, 30 - row * 4 + (at % 2) * 2),
        )
      }),
    ) + beam(600, [600, 380], 0.14),
} as const
