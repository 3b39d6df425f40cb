import { studios } from '@reelay/api/contract'
import { useCrud } from '../use-crud.ts'

const ENDPOINTS = {
  create: studios.createStudio,
  change: studios.changeStudio,
  remove: studios.removeStudio,
}
const toBody = ({ name, slug, logo, settings }: studios.Studio) => ({ name, slug, logo, settings })

export const useStudioCrud = (done: (studio?: studios.Studio) => void) =>
  useCrud(ENDPOINTS, {
    invalidates: ['/studios', '/groups', '/users'],
    toBody,
    nameOf: ({ name }) => name,
    onDone: done,
  })
