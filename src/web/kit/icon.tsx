/** Icons are drawn on 24 by 24. All are decoration beside words, hidden from screen readers. */
const shapes = {
  calendar:
    'M4 5h16a1 1 0 0 1 1 1v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a1 1 0 0 1 1-1zM3 10h18M8 3v4M16 3v4',
  place:
    'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.6-7 8-7s8 3 8 7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  ticket:
    'M3 9V7a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v2a3 3 0 0 0 0 6v2a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-2a3 3 0 0 0 0-6zM14 6v12',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  back: 'M15 5l-7 7 7 7',
  onward: 'M9 5l7 7-7 7',
  share: 'M12 15V4M8 7l4-4 4 4M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7',
  locate: 'M12 3v3M12 18v3M3 12h3M18 12h3M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12z',
  online: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 6 5 12 0 18M12 3c-5 6-5 12 0 18',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
} as const

/** `turns` marks icons that point along the text, and so the other way in right-to-left scripts. */
export function Icon({ name, turns = false }: { name: keyof typeof shapes; turns?: boolean }) {
  return (
    <svg class={turns ? 'icon turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}

/** Three lamps over a door: the mark of Marquee. */
export const Lamps = () => (
  <span class="lamps" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)
