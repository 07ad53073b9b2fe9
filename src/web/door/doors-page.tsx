import type { Doors, ShownDevice } from '../../ticketing/door/show-doors.ts'
import { Checkbox, Field, Select } from '../kit/form.tsx'
import { Button, ButtonLink, Card, Empty, Notice, Pill } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'

type DoorsProps = {
  doors: Doors
  token: string
  problem?: string | undefined
  done?: string | undefined
}

/** Events with doors, and of one of them its gates and phones. */
export function DoorsPage({ doors, token, problem, done }: DoorsProps) {
  const { site, words } = useView()
  const { t } = words
  const { event, events } = doors
  if (!event) {
    return <Empty level={1} title={t('doors.none')} text={t('doors.noneText')} />
  }
  const named = events.map(({ id, title, starts_at, timezone }) => ({
    value: String(id),
    name: `${title}, ${words.moment(starts_at, timezone, 'full')}`,
  }))
  return (
    <div class="narrow stack">
      <h1>{t('doors.title')}</h1>
      {problem && <Notice tone="bad" title={problem} isNew />}
      {done && <Notice tone="good" title={done} isNew />}
      <form class="stack" method="get" action={`${site.base}/tickets-door`}>
        <Select
          name="event"
          label={t('doors.event')}
          value={String(event.id)}
          choices={named}
          required
        />
        <div class="row">
          <Button small>{t('doors.show')}</Button>
        </div>
      </form>
      <p>
        <strong>{t('doors.inside', doors.counts)}</strong>
      </p>
      <h2>{t('doors.phones')}</h2>
      {doors.devices.length === 0 && <p class="soft">{t('doors.noPhones')}</p>}
      {doors.devices.map(device => (
        <Device key={device.id} device={device} event={event.id} token={token} />
      ))}
      <PairForm doors={doors} event={event.id} token={token} />
      <Paper event={event.id} token={token} />
      <h2>{t('doors.gates')}</h2>
      <ul class="plain stack">
        {doors.gates.map(({ id, name, place }) => (
          <li key={id}>
            <strong>{name}</strong> <span class="soft">{place}</span>
          </li>
        ))}
      </ul>
      <form
        class="card pad stack"
        method="post"
        action={`${site.base}/tickets-door/gates`}
        aria-label={t('doors.addGate')}
      >
        <Hidden event={event.id} token={token} />
        <Field name="gate_name" label={t('doors.gateName')} maxlength={100} required />
        <Field name="place" label={t('doors.gatePlace')} maxlength={100} />
        <div class="row">
          <Button>{t('doors.addGate')}</Button>
        </div>
      </form>
    </div>
  )
}

const Hidden = ({ event, token }: { event: number; token: string }) => (
  <>
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="event" value={event} />
  </>
)

function PairForm({ doors, event, token }: { doors: Doors; event: number; token: string }) {
  const { site, words } = useView()
  const { t } = words
  const gates = doors.gates.map(({ id, name }) => ({ value: String(id), name }))
  return (
    <form
      class="card pad stack"
      method="post"
      action={`${site.base}/tickets-door/pair`}
      aria-label={t('doors.pair')}
    >
      <Hidden event={event} token={token} />
      <Field
        name="name"
        label={t('doors.phoneName')}
        hint={t('doors.phoneHint')}
        maxlength={100}
        required
      />
      {gates.length > 0 && (
        <Select
          name="gate"
          label={t('doors.gate')}
          choices={[{ value: '', name: t('doors.anyGate') }, ...gates]}
        />
      )}
      <Checkbox name="search" label={t('doors.maySearch')} hint={t('doors.maySearchHint')} />
      <div class="row">
        <Button main>{t('doors.pair')}</Button>
      </div>
    </form>
  )
}

/** For when everything is dead: the list on paper, its ticks, and the file of a phone. */
function Paper({ event, token }: { event: number; token: string }) {
  const { site, words } = useView()
  const { t } = words
  const page = `${site.base}/tickets-door`
  return (
    <>
      <h2>{t('doors.paper')}</h2>
      <div class="row wraps">
        <ButtonLink href={`${page}/list?event=${event}`}>{t('doors.print')}</ButtonLink>
        <ButtonLink href={`${page}/ticks?event=${event}`}>{t('doors.ticksTitle')}</ButtonLink>
      </div>
      <form
        class="card pad stack"
        method="post"
        enctype="multipart/form-data"
        action={`${page}/file`}
        aria-label={t('doors.file')}
      >
        <Hidden event={event} token={token} />
        <Field
          name="file"
          label={t('doors.file')}
          hint={t('doors.fileHint')}
          type="file"
          required
        />
        <div class="row">
          <Button>{t('doors.takeFile')}</Button>
        </div>
      </form>
    </>
  )
}

type DeviceProps = { device: ShownDevice; event: number; token: string }

const states = {
  paired: { tone: 'good', name: 'doors.paired' },
  waiting: { tone: 'warn', name: 'doors.waiting' },
  revoked: { tone: 'bad', name: 'doors.revoked' },
} as const

function Device({ device, event, token }: DeviceProps) {
  const { site, words } = useView()
  const { t } = words
  const seen =
    device.seen_at === null ? '' : words.moment(new Date(device.seen_at), site.zone, 'full')
  return (
    <Card>
      <div class="stack">
        <p>
          <strong>{device.name}</strong>{' '}
          <Pill tone={states[device.state].tone}>{t(states[device.state].name)}</Pill>
        </p>
        {seen !== '' && (
          <p class="soft small">
            {t('doors.seen', { seen, unsent: device.unsent })}
            {device.battery !== null && ` ${t('doors.battery', { percent: device.battery })}`}
          </p>
        )}
        {device.state !== 'revoked' && (
          <form method="post" action={`${site.base}/tickets-door/revoke`}>
            <Hidden event={event} token={token} />
            <input type="hidden" name="device" value={device.id} />
            <Button small danger>
              {t('doors.revoke')}
            </Button>
          </form>
        )}
      </div>
    </Card>
  )
}

type PairingProps = { name: string; url: string; picture: string; endsAt: Date; back: string }

/** The address that pairs a phone, as a picture. It is shown once. */
export function PairingPage({ name, url, picture, endsAt, back }: PairingProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <div class="narrow stack">
      <h1>{t('doors.pairing', { name })}</h1>
      <p>{t('doors.scan', { until: words.moment(endsAt, site.zone, 'full') })}</p>
      <p>
        <img src={picture} alt={t('doors.picture')} width="320" height="320" />
      </p>
      {!url.startsWith('https:') && <Notice tone="warn" title={t('doors.notSecure')} />}
      <p class="soft small">{t('doors.address')}</p>
      <p>
        <code>{url}</code>
      </p>
      <div class="row">
        <ButtonLink href={`${site.base}${back}`}>{t('doors.back')}</ButtonLink>
      </div>
    </div>
  )
}
