import { createHash } from 'node:crypto'

/** What is stored of the key of somebody who came from a list, such as the code on a ticket of another system. */
export const keyHash = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The key of somebody whose ticket of another system has this code (contract.md 35.12). */
export const carriedKey = (code: string): string => `code ${code}`
