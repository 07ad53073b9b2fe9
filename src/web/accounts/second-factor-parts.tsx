import type { ComponentChildren } from 'preact'
import type { BegunFactor } from '../../access/second-factor/set-up-factor.ts'
import type { FactorShown } from '../../access/second-factor/show-factor.ts'
import { Field } from '../kit/form.tsx'
import { Button, ButtonLink, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { CodeField } from './code-page.tsx'
import { passwordCharactersMost } from './new-password.ts'

export type FactorState = {
  token: string
  login: string
  factor: FactorShown
  /** The set-up that waits for its first code, with its QR code as an address. */
  begun: (BegunFactor & { picture: string }) | undefined
  /** Whether the password is asked for before the set-up begins. */
  isStale: boolean
}

type Props = { state: FactorState; problem?: string | undefined }

export function FactorPage({ state, problem }: Props) {
  const { site, words } = useView()
  const { t } = words
  const { since, isDemanded } = state.factor
  return (
    <div class="narrow stack">
      <h1>{t('factor.title')}</h1>
      {problem && <Notice tone="bad" title={problem} isNew />}
      {isDemanded && !since && <Notice tone="warn" title={t('factor.demanded')} />}
      {since ? (
        <SetUp state={state} />
      ) : state.begun ? (
        <Confirm state={state} begun={state.begun} />
      ) : (
        <Begin state={state} />
      )}
      <p>
        <a href={`${site.base}/account`}>{t('account.title')}</a>
      </p>
    </div>
  )
}

type FormProps = {
  state: FactorState
  step: string
  title: string
  children?: ComponentChildren
}

function Form({ state, step, title, children }: FormProps) {
  const { site } = useView()
  return (
    <form
      class="card pad stack"
      method="post"
      action={`${site.base}/account/second-factor/${step}`}
      aria-label={title}
    >
      <input type="hidden" name="token" value={state.token} />
      {children}
      <Button main={step === 'confirm' || step === 'begin'} wide>
        {title}
      </Button>
    </form>
  )
}

function Begin({ state }: Props) {
  const { t } = useView().words
  return (
    <Form state={state} step="begin" title={t('factor.begin')}>
      <p>{t('factor.off')}</p>
      {state.isStale && <Password state={state} hint={t('factor.stale')} />}
    </Form>
  )
}

function Password({ state, hint }: { state: FactorState; hint?: string }) {
  const { t } = useView().words
  return (
    <>
      <input type="hidden" name="username" value={state.login} autocomplete="username" />
      <Field
        name="current"
        type="password"
        label={t('account.current')}
        hint={hint}
        autocomplete="current-password"
        maxlength={passwordCharactersMost}
      />
    </>
  )
}

function Confirm({ state, begun }: Props & { begun: NonNullable<FactorState['begun']> }) {
  const { t } = useView().words
  return (
    <>
      <Form state={state} step="confirm" title={t('factor.confirm')}>
        <p>{t('factor.scan')}</p>
        <img src={begun.picture} alt={t('factor.picture')} width="220" height="220" />
        <p>
          <code>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <CodeField />
      </Form>
      {!state.isStale && <Form state={state} step="begin" title={t('factor.anew')} />}
    </>
  )
}

function SetUp({ state }: Props) {
  const { site, words } = useView()
  const { t } = words
  const { since, recoveryLeft } = state.factor
  const at = since ? words.moment(since, site.zone, 'full') : ''
  return (
    <>
      <p>{t('factor.on', { since: at, zone: site.zone })}</p>
      <p>{t('factor.left', { count: recoveryLeft })}</p>
      <Form state={state} step="recovery-codes" title={t('factor.renew')}>
        <p>{t('factor.renewText')}</p>
        <CodeField />
      </Form>
      <Form state={state} step="remove" title={t('factor.remove')}>
        <Password state={state} />
        <CodeField />
      </Form>
    </>
  )
}

/** The recovery codes, in the answer to the form that made them and never again. */
export function RecoveryPage({ codes }: { codes: readonly string[] }) {
  const { site, words } = useView()
  const { t } = words
  return (
    <div class="narrow stack">
      <h1>{t('factor.codes')}</h1>
      <p>{t('factor.codesText')}</p>
      <ul class="card pad plain">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ButtonLink href={`${site.base}/account`}>{t('account.title')}</ButtonLink>
    </div>
  )
}
