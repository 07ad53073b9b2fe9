import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '../../interface/rights.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Card, Empty } from '../../pieces/page.tsx'
import { StepList } from '../setup/step-list.tsx'
import { useSteps } from '../setup/use-steps.ts'

/** The way to the first sale, until there is one. */
export function FirstSteps({ hasEvents }: { hasEvents: boolean }) {
  const { mayMakeEvents, may } = useRights()
  const steps = useSteps()
  if (may('settings.write')) {
    if (!steps || steps.find(({ key }) => key === 'sale')?.isDone) return null
    // An account can wait until somebody really pays.
    const next = steps.find(({ key, isDone }) => !isDone && key !== 'site' && key !== 'money')
    return (
      <Card title="From here to the first sale">
        <StepList steps={steps} next={next} />
      </Card>
    )
  }
  if (hasEvents) return null
  return (
    <Empty title={mayMakeEvents ? 'No event is coming' : 'Nothing is on'}>
      {mayMakeEvents ? (
        <ButtonLink to="/events/new" variant="default">
          Make the first event
        </ButtonLink>
      ) : (
        <p className="soft">Events at which you help appear here.</p>
      )}
    </Empty>
  )
}

const hiddenKey = 'marquee-steps-hidden'

/** After the first sale: one line for the steps that are left, until somebody does not want to see it here any more. */
export function StepsLeft() {
  const { may } = useRights()
  const steps = useSteps()
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) !== null)
  if (isHidden || !may('settings.write') || !steps) return null
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length || !steps.find(({ key }) => key === 'sale')?.isDone) return null
  const hide = () => {
    localStorage.setItem(hiddenKey, '1')
    setHidden(true)
  }
  return (
    <p className="acts soft small">
      <span>
        {done} of the {steps.length} first steps are done.
      </span>
      <Link to="/set-up">See what is left</Link>
      <Button variant="subtle" onClick={hide}>
        Hide this
      </Button>
    </p>
  )
}
