import type { StudioCaller } from '../../kernel/http/contract/caller.ts'
import type { Status } from '../contract.ts'
import { isOpenStatus } from './status.ts'

export const isFinal = (status: Status): boolean => !isOpenStatus(status)

export const mayChangeOrder = (
  { from }: { from: { _id: string } },
  by: Pick<StudioCaller, '_id' | 'roles'>,
): boolean => by._id === from._id || by.roles.some((role) => role === 'studio' || role === 'admin')
