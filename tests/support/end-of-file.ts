import { endWithFile } from './at-end.ts'

// Vitest runs this before each file.
endWithFile()
