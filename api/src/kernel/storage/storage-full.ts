import { Problem } from '../http/contract/problem.ts'

export const storageFull = () =>
  new Problem(
    507,
    'storage.full',
    'The storage is full. Saved bytes are safe. Try again when there is space.',
  )
