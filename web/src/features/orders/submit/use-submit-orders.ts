// Submits the orders one after the other. Accepted orders leave the queue; rejected ones stay with
// their errors.
import { useRef, useState } from 'react'
import { workrequests, type assets } from '@reelay/api/contract'
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

export function useSubmitOrders() {
  const queue = useOrderQueue()
  const queryClient = useQueryClient()
  const create = useCreateWorkRequest()
  const [submitted, setSubmitted] = useState<readonly SubmittedOrder[]>([])
  const [rejected, setRejected] = useState<ReadonlyMap<string, OrderFieldError[]>>(new Map())
  const [remaining, setRemaining] = useState(0)

  /** Returns the errors, or undefined if the order was accepted. */
  async function submitOne(
    asset: assets.Asset | undefined,
    order: QueuedOrder,
    status: SubmitStatus,
  ) {
    if (!asset) return []
    // Do not send an order that the service is known to reject. A draft may be incomplete.
    const errors = status === 'submitted' || isBlockedByPhase(order.errors) ? order.errors : []
    if (errors.length) return errors
    try {
      const created = await create({ ...order.body, status })
      setSubmitted((before) => [...before, { ...created, name: asset.name }])
      return undefined
    } catch (error) {
      return toFieldErrors(error as Error)
    }
  }

  /** Returns the first asset with a rejected order, if any. */
  async function submit(entries: readonly OrderQueueEntry[], status: SubmitStatus) {
    const errorsByOrder = new Map<string, OrderFieldError[]>()
    setRejected(new Map())
    setRemaining(entries.flatMap(({ orders }) => orders).length)
    for (const { item, asset, orders } of entries) {
      const rejectedLanguages: string[] = []
      for (const order of orders) {
        const errors = await submitOne(asset, order, status)
        if (errors) {
          errorsByOrder.set(order.key, errors)
          rejectedLanguages.push(order.body.language ?? '')
        }
        setRemaining((before) => before - 1)
      }
      if (rejectedLanguages.length < orders.length)
        await queue.keepLanguages(item.asset, rejectedLanguages.filter(Boolean))
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

/** Retries use the same idempotency key, so a lost response creates no second work request. */
function useCreateWorkRequest() {
  const { call } = useService()
  const keys = useRef(new Map<string, string>())
  return async (body: workrequests.NewWorkRequest) => {
    const text = JSON.stringify(body)
    const key = keys.current.get(text) ?? randomKey()
    keys.current.set(text, key)
    const created = await call(workrequests.createWorkRequest, {
      body,
      headers: { 'idempotency-key': key },
    })
    keys.current.delete(text)
    return created
  }
}

function toFieldErrors(error: Error): OrderFieldError[] {
  if (error instanceof ApiError) return fieldErrorsFromResponse(error)
  const { title, advice } = explainError(error)
  return [{ field: 'form', text: `${title}. ${advice}` }]
}
