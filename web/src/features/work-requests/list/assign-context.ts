import { createContext, useContext } from 'react'
import type { workrequests } from '@reelay/api/contract'

/** Opens the dialog in which a request is assigned. Undefined where nothing can be assigned. */
const AssignContext = createContext<((request: workrequests.WorkRequest) => void) | undefined>(
  undefined,
)
export const AssignProvider = AssignContext.Provider
export const useAssign = () => useContext(AssignContext)
