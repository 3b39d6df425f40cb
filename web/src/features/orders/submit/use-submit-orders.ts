// Hands the orders in, one after the other. What was taken leaves the queue; what was not says why.
import { useRef, useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '../../../api/mutations.ts'
import { useService } from '../../../api/queries.ts'
import { newKey } from '../../../api/idempotency-key.ts'
import { faultsOfRefusal, isClosed, type Fault } from '../validation.ts'
import { useOrderQueue } from '../queue/use-order-queue.ts'
import { explain } from '../../../ui/feedback/explain-error.ts'
import type { Entry } from '../queue/use-queue-entries.ts'

export type Placed = Pick<workrequests.WorkRequest, '_id' | 'language' | 'territory' | 'status'> & {
  name: string
}

export function usePlace() {
  const { ask } = useService()
  const queue = useOrderQueue()
  const queryClient = useQueryClient()
  const [placed, setPlaced] = useState<readonly Placed[]>([])
  const [refused, setRefused] = useState<ReadonlyMap<string, Fault[]>>(new Map())
  const [left, setLeft] = useState(0)
  /**
   * The same order keeps its key until it is known to be there: a lost answer makes no second one.
   */
  const keys = useRef(new Map<string, string>())

  async function order(body: workrequests.NewWorkRequest) {
    const text = JSON.stringify(body)
    const key = keys.current.get(text) ?? newKey()
    keys.current.set(text, key)
    const made = await ask(workrequests.createWorkRequest, {
      body,
      headers: { 'idempotency-key': key },
    })
    keys.current.delete(text)
    return made
  }

  async function place(entries: readonly Entry[], status: 'submitted' | 'incomplete') {
    const faults = new Map<string, Fault[]>()
    setRefused(faults)
    setLeft(entries.flatMap(({ orders }) => orders).length)
    for (const { item, asset, orders } of entries) {
      const open: string[] = []
      for (const { key, body, faults: known } of orders) {
        // Asked with what the service's own rules refuse, it would only say the same.
        const found =
          asset && (status === 'submitted' ? known : known.filter(() => isClosed(known)))
        if (!asset || found?.length) faults.set(key, found ?? [])
        else
          await order({ ...body, status }).then(
            (made) => setPlaced((before) => [...before, { ...made, name: asset.name }]),
            (error: Error) => {
              faults.set(
                key,
                error instanceof Refusal
                  ? faultsOfRefusal(error)
                  : [{ field: 'whole', text: `${explain(error).title}. ${explain(error).advice}` }],
              )
            },
          )
        if (faults.has(key)) open.push(body.language ?? '')
        setLeft((before) => before - 1)
      }
      if (open.length < orders.length) await queue.keep(item.asset, open.filter(Boolean))
    }
    setRefused(new Map(faults))
    setLeft(0)
    refresh(queryClient, ['/workrequests', '/reports', '/assets', '/notifications'])
    return {
      refused: faults.size,
      first: entries.find(({ orders }) => orders.some(({ key }) => faults.has(key)))?.item.asset,
    }
  }

  return {
    place,
    placed,
    refused,
    isPlacing: left > 0,
    left,
    /** Written on: what the service said is of yesterday, what its rules say still stands. */
    touch: (assets: readonly string[]) =>
      setRefused(
        (before) =>
          new Map(
            [...before].map(([key, faults]) => [
              key,
              assets.some((asset) => key.startsWith(`${asset} `)) ? [] : faults,
            ]),
          ),
      ),
  }
}
