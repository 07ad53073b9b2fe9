import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../pieces/button-link.tsx'
import type { Step } from './use-steps.ts'

/** The steps, each with the screen where it is done. */
export function StepList({ steps, next }: { steps: readonly Step[]; next?: Step | undefined }) {
  return (
    <ol className="steps">
      {steps.map((step, at) => (
        <li key={step.key} data-done={step.isDone}>
          <span className="mark" aria-hidden="true">
            {step.isDone ? '✓' : at + 1}
          </span>
          <div>
            <div className="strong">
              {step.name}
              {step.isDone && <span className="visually-hidden">, done</span>}
            </div>
            <div className="soft small">{step.words}</div>
          </div>
          <Way step={step} isNext={step === next} />
        </li>
      ))}
    </ol>
  )
}

/** The field that the first step begins with. */
export const siteName = 'site-name'

const ways = {
  site: { to: '/set-up', hash: siteName, name: 'Name the site' },
  money: { to: '/settings', name: 'Payment accounts' },
  event: { to: '/events/new', name: 'Make the first event' },
  sale: { to: '/events', name: 'Open the event' },
  scan: { to: '/attendees', name: 'Find your place' },
  refund: { to: '/orders', name: 'Find your order' },
} as const

function Way({ step, isNext }: { step: Step; isNext: boolean }) {
  if (step.isDone) return <span className="soft small">done</span>
  const { to, hash, name } = { hash: '', ...ways[step.key] }
  return isNext ? (
    <ButtonLink to={to} hash={hash} variant="default">
      {name}
    </ButtonLink>
  ) : (
    <Link to={to} hash={hash} className="small">
      {name}
    </Link>
  )
}
