import { readFile } from 'node:fs/promises'

export interface Person {
  user_id: string
  user_api_key: string
  user_hash_key: string
  username: string
  password: string
  domain: string
}

export interface Merchant {
  name: string
  location_id: string
  child_location_id: string
  user: Person
  clerk: Person
  cc_product_transaction_id: string
  ach_product_transaction_id: string
  child_cc_product_transaction_id: string
  child_ach_product_transaction_id: string
  contact_id: string
  terminal_id: string
  terminal_id_without_signature: string
  location_api_key: string
  ticket_hash_key: string
}

/** The credentials a sandbox writes when it is seeded. */
export interface Sandbox {
  base_url: string
  developer_id: string
  merchants: [Merchant, Merchant]
  oauth?: { auth_url: string; client_id: string; client_secret: string; redirect_uris: string[] }
}

/** Reads `sandbox.json`. Throws when it is not one. */
export async function readSandbox(path: string): Promise<Sandbox> {
  const sandbox = JSON.parse(await readFile(path, 'utf8'))
  if (typeof sandbox?.developer_id !== 'string' || sandbox.merchants?.length !== 2) {
    throw new Error(`${path} is not a sandbox file: it needs developer_id and two merchants`)
  }
  return sandbox
}
