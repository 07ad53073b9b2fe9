import { nothing, sum } from '../amounts.ts'
import type { Charge, PaymentState, SandboxOutcome } from '../gateway.ts'
import { hide } from '../hidden.ts'

/** A sandbox payment as it is stored: plain values only, so that it fits into one JSON column. */
export type SandboxRecord = {
  reference: string
  /** Increases with every change; a save names the version it replaces. */
  version: number
  flow: 'card' | 'wallet'
  orderId: number
  currency: string
  amountMinor: number
  kind:
    | 'created'
    | 'needs_payment_method'
    | 'needs_action'
    | 'processing'
    | 'approved'
    | 'paid'
    | 'cancelled'
  /** Milliseconds since 1970 at which a delayed payment arrives. */
  paidAtMs: number | null
  clientSecret: string
  refunds: readonly { id: string; key: string; minor: number }[]
}

/**
 * The store of sandbox payments. `save` writes only while the stored version is still `replaces` (0: none is stored)
 * and returns whether it did. After the end of the sandbox, in whichever process it became known, nothing is written
 * except with `evenEnded`.
 */
export type SandboxStore = {
  load(reference: string): Promise<SandboxRecord | undefined>
  save(record: SandboxRecord, replaces: number, how?: { evenEnded: boolean }): Promise<boolean>
  hasEnded(): Promise<boolean>
}

export const sandboxDecline = {
  code: 'INSTRUMENT_DECLINED',
  reason: 'The sandbox declined this payment, as it was asked to.',
} as const

export function newRecord(
  charge: Charge,
  made: Pick<SandboxRecord, 'reference' | 'flow' | 'clientSecret'>,
): SandboxRecord {
  return {
    ...made,
    version: 1,
    orderId: charge.orderId,
    currency: charge.amount.currency,
    amountMinor: charge.amount.minor,
    kind: 'created',
    paidAtMs: null,
    refunds: [],
  }
}

export const isOpen = ({ kind }: SandboxRecord) => kind !== 'paid' && kind !== 'cancelled'

/** Ends an unpaid payment at the end of the sandbox. */
export const givenUp = (record: SandboxRecord): SandboxRecord =>
  isOpen(record) ? { ...record, kind: 'cancelled' } : record

/** Whether a delayed payment has arrived by now. */
export function arrived(record: SandboxRecord, nowMs: number): SandboxRecord {
  const due = record.kind === 'processing' && record.paidAtMs !== null && record.paidAtMs <= nowMs
  return due ? { ...record, kind: 'paid' } : record
}

const delayMs = 30_000

/** The buyer's action: at the card processor it pays, at the wallet it approves, and the outcome is met by the capture. */
export function act(record: SandboxRecord, outcome: SandboxOutcome, nowMs: number): SandboxRecord {
  if (!isOpen(record) || record.kind === 'processing') return record
  if (outcome === 'action') return { ...record, kind: 'needs_action' }
  if (record.flow === 'wallet') return { ...record, kind: 'approved' }
  if (outcome === 'decline') return { ...record, kind: 'needs_payment_method' }
  return outcome === 'delay' ? delayed(record, nowMs) : { ...record, kind: 'paid' }
}

export const delayed = (record: SandboxRecord, nowMs: number): SandboxRecord => ({
  ...record,
  kind: 'processing',
  paidAtMs: nowMs + delayMs,
})

export const refundedMinor = (record: SandboxRecord) =>
  record.refunds.reduce((total, { minor }) => total + minor, 0)

export function stateOfRecord(record: SandboxRecord): PaymentState {
  const { kind, currency, reference } = record
  const money = (minor: number) => ({ minor, currency })
  const isPaid = kind === 'paid'
  const facts = {
    gateway: 'sandbox' as const,
    reference,
    orderId: record.orderId,
    installation: undefined,
    amount: money(record.amountMinor),
    received: isPaid ? money(record.amountMinor) : nothing(currency),
    refunded: sum(
      record.refunds.map(({ minor }) => money(minor)),
      currency,
    ),
    refunds: record.refunds.map(({ id, key, minor }) => ({
      id,
      key,
      amount: money(minor),
      state: 'done' as const,
    })),
    disputes: [],
    chargeId: isPaid ? `ch_${reference}` : undefined,
    clientSecret: record.flow === 'card' ? hide(record.clientSecret) : undefined,
    approveUrl: undefined,
  }
  return kind === 'needs_payment_method'
    ? { ...facts, kind, decline: sandboxDecline }
    : { ...facts, kind }
}
