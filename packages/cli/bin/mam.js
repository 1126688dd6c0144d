#!/usr/bin/env node
import { main } from '../dist/mam.js';

process.exitCode = await main(process.argv.slice(2));
