// Submits the orders of the queue in batches. Accepted orders leave the queue; rejected ones stay with
// their errors.
import { useRef, useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useQueryClient } from '@tanstack/react-query'
import { invalidatePaths } from '../../../api/mutations.ts'
import { useService } from '../../../api/service-context.ts'
import { randomKey } from '../../../api/random-key.ts'
import { fieldErrorsFromResponse, isBlockedByPhase, type OrderFieldError } from '../validation.ts'
import { useOrderQueue } from '../queue/use-order-queue.ts'
import { explainError } from '../../../ui/feedback/explain-error.ts'
import type { OrderQueueEntry, QueuedOrder } from '../queue/use-queue-entries.ts'

export type SubmittedOrder = Pick<
  workrequests.WorkRequest,
  '_id' | 'language' | 'territory' | 'status'
> & { name: string }

type SubmitStatus = 'submitted' | 'incomplete'

/** Few enough that a batch takes a moment, and that the progress moves. */
const BATCH_SIZE = 25

export function useSubmitOrders() {
  const queue = useOrderQueue()
  const queryClient = useQueryClient()
  const place = usePlaceOrders()
  const [submitted, setSubmitted] = useState<readonly SubmittedOrder[]>([])
  const [rejected, setRejected] = useState<ReadonlyMap<string, OrderFieldError[]>>(new Map())
  const [remaining, setRemaining] = useState(0)

  /** Returns the errors of each order that was not accepted. */
  async function submitAll(orders: readonly QueuedOrder[], status: SubmitStatus) {
    const errorsByOrder = new Map<string, OrderFieldError[]>()
    setRemaining(orders.length)
    for (let first = 0; first < orders.length; first += BATCH_SIZE) {
      const batch = orders.slice(first, first + BATCH_SIZE)
      const placed = await place(batch.map(({ body }) => ({ ...body, status })))
      for (const [index, { key }] of batch.entries()) {
        const result = placed[index]!
        if (Array.isArray(result)) errorsByOrder.set(key, result)
        else setSubmitted((before) => [...before, { ...result, name: result.asset.name }])
      }
      setRemaining((before) => before - batch.length)
    }
    return errorsByOrder
  }

  /** Returns the first asset with a rejected order, if any. */
  async function submit(entries: readonly OrderQueueEntry[], status: SubmitStatus) {
    setRejected(new Map())
    const isReady = (asset: OrderQueueEntry['asset'], { errors }: QueuedOrder) =>
      asset !== undefined && localErrors(errors, status).length === 0
    const ready = entries.flatMap(({ asset, orders }) =>
      orders.filter((order) => isReady(asset, order)),
    )
    const errorsByOrder = new Map([
      ...entries.flatMap(({ asset, orders }) =>
        orders
          .filter((order) => !isReady(asset, order))
          .map(({ key, errors }) => [key, localErrors(errors, status)] as const),
      ),
      ...(await submitAll(ready, status)),
    ])
    for (const { item, orders } of entries) {
      const kept = orders.filter(({ key }) => errorsByOrder.has(key))
      if (kept.length < orders.length)
        await queue.keepLanguages(
          item.asset,
          kept.flatMap(({ body }) => body.language || []),
        )
    }
    setRejected(errorsByOrder)
    setRemaining(0)
    invalidatePaths(queryClient, ['/workrequests', '/reports', '/assets', '/notifications'])
    return entries.find(({ orders }) => orders.some(({ key }) => errorsByOrder.has(key)))?.item
      .asset
  }

  /** After an edit the service's errors are out of date; those of our own rules are not. */
  const discardErrors = (edited: readonly string[]) =>
    setRejected((before) => {
      const isEdited = (key: string) => edited.some((asset) => key.startsWith(`${asset} `))
      return new Map([...before].map(([key, errors]) => [key, isEdited(key) ? [] : errors]))
    })

  return { submit, submitted, rejected, remaining, isSubmitting: remaining > 0, discardErrors }
}

/** Do not send an order that the service is known to reject. A draft may be incomplete. */
const localErrors = (errors: OrderFieldError[], status: SubmitStatus): OrderFieldError[] =>
  status === 'submitted' || isBlockedByPhase(errors) ? errors : []

/**
 * Returns the record or the errors of each order. Retries use the same idempotency key, so a lost
 * response creates no second work request.
 */
function usePlaceOrders() {
  const { call } = useService()
  const keys = useRef(new Map<string, string>())
  return async (orders: readonly workrequests.NewWorkRequest[]) => {
    const text = JSON.stringify(orders)
    const key = keys.current.get(text) ?? randomKey()
    keys.current.set(text, key)
    try {
      const placed = await call(workrequests.createWorkRequests, {
        body: { orders: [...orders] },
        headers: { 'idempotency-key': key },
      })
      keys.current.delete(text)
      return placed.map((one) =>
        'record' in one
          ? one.record
          : toFieldErrors(new ApiError(one.status, one.problem, new Headers())),
      )
    } catch (error) {
      return orders.map(() => toFieldErrors(error as Error))
    }
  }
}

function toFieldErrors(error: Error): OrderFieldError[] {
  if (error instanceof ApiError) return fieldErrorsFromResponse(error)
  const { title, advice } = explainError(error)
  return [{ field: 'form', text: `${title}. ${advice}` }]
}
