import { getRouteApi, Navigate } from '@tanstack/react-router'

const route = getRouteApi('/app/workrequests/$id/invite/$code')

/**
 * The service knows no invitation by code: who is invited has an account, and the request is in
 * their sight or not. The sign-in comes before by itself.
 */
export function InviteRedirect() {
  const { id } = route.useParams()
  return <Navigate to="/workrequests/$id" params={{ id }} replace />
}
