def pytest_configure(config):
    config.addinivalue_line("markers", "slow: for `make python`, not for `make test`")
