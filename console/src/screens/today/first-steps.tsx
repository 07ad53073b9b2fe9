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
