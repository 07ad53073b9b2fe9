/**
 * Chooses the place nearest to the visitor: `<li data-near-me hidden><button>`. The browser is asked where it is only after
 * a press. The position stays in the browser; the server is asked for events near the chosen place.
 */
const item = document.querySelector<HTMLElement>('[data-near-me]')
const button = item?.querySelector('button')
const problem = document.querySelector<HTMLElement>('[data-near-problem]')
const select = document.querySelector<HTMLSelectElement>('#near')

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The square of the chord between two places: it grows with their distance. */
function chord(option: HTMLOptionElement, { latitude, longitude }: GeolocationCoordinates): number {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const lat = Number(option.dataset['lat'])
  const along = Math.cos(radians(lat)) * Math.cos(radians(latitude))
  return half(lat - latitude) + along * half(Number(option.dataset['lng']) - longitude)
}

function choose(places: HTMLSelectElement, coords: GeolocationCoordinates) {
  const located = [...places.options].filter(({ dataset }) => dataset['lat'] !== undefined)
  const nearest = located.sort((one, other) => chord(one, coords) - chord(other, coords))[0]
  if (!nearest) return
  places.value = nearest.value
  places.form?.requestSubmit()
}

if (item && button && problem && select && isSecureContext && 'geolocation' in navigator) {
  const { waiting = '', failed = '' } = button.dataset
  item.hidden = false
  button.addEventListener('click', () => {
    problem.textContent = waiting
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => choose(select, coords),
      () => {
        problem.textContent = failed
      },
      { maximumAge: 600_000, timeout: 15_000 },
    )
  })
}
