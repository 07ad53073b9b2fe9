type Shared = {
  id: number
  user_id: number
  name: string
  created_at: Date
  expires_at: Date | null
  last_used_on: string | null
}

export function passwordView(row: Shared) {
  const { id, user_id, name, created_at, expires_at, last_used_on } = row
  return {
    id,
    user_id,
    name,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_on,
  }
}

export function keyView(row: Shared & { scopes: string[] }) {
  return { ...passwordView(row), scopes: row.scopes }
}
