import { createContext, useContext } from 'react'
import type { Service } from './service.ts'

const ServiceContext = createContext<Service | null>(null)
export const ServiceProvider = ServiceContext.Provider

export function useService(): Service {
  const service = useContext(ServiceContext)
  if (!service) throw new Error('There is no ServiceProvider above this component')
  return service
}
