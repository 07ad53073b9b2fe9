type Shared = {
  id: number
  user_id: number
  name: string
  created_at: Date
  last_used_on: string | null
}

export function passwordView({ id, user_id, name, created_at, last_used_on }: Shared) {
  return { id, user_id, name, created_at: created_at.toISOString(), last_used_on }
}

export function keyView(row: Shared & { scopes: string[]; expires_at: Date | null }) {
  const expires_at = row.expires_at?.toISOString() ?? null
  return { ...passwordView(row), scopes: row.scopes, expires_at }
}
