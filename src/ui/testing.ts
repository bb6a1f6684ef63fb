/** Loaded before each test that has a page. No test is about time; a busy machine fails none. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 60_000 });
